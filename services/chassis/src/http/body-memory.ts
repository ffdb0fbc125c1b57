import { DomainError } from '../errors.ts';
import { busy } from './fair-places.ts';
import { mebibytes } from '../units.ts';

export interface BodyLimits {
  /** Bytes of all bodies in this process. */
  readonly total: number;
  readonly perOrganization: number;
  /** Bytes of one credential, or of one address without a credential. */
  readonly perOwner: number;
}

/** The limits of a process with half a gibibyte. One client can send the largest body of the platform. */
export const usualBodyLimits: BodyLimits = {
  total: mebibytes(32),
  perOrganization: mebibytes(24),
  perOwner: mebibytes(16),
};

/** The client of a body. */
export interface BodyOwner {
  readonly owner: string;
  /** Undefined for a client without an organization, which counts by its owner alone. */
  readonly organization?: string | undefined;
}

/** The memory of one body. */
export interface HeldBody {
  /** Counts a chunk that arrived. */
  readonly add: (bytes: number) => void;
  /** Says that the body has arrived: its memory is not taken away any more. */
  readonly keep: () => void;
  /** Ends the use of the memory. Further calls have no effect. */
  readonly release: () => void;
}

/**
 * Shares the memory of a process for bodies between clients. The announced length counts against the limits of the client, the bytes that
 * arrived against that of the process. When the process has no memory left, the client with the most bytes loses a body that
 * has not arrived, and bodies that arrive more slowly than 64 KiB per second are lost first.
 */
export interface BodyMemory {
  /**
   * Opens the memory of a body. Throws RESOURCE_EXHAUSTED when the bodies of the client announce too much.
   * @param refuse gets RESOURCE_EXHAUSTED or UNAVAILABLE when the body loses its memory
   */
  open(owner: BodyOwner, announcedBytes: number, refuse: (error: DomainError) => void): HeldBody;
}

interface Body {
  readonly keys: readonly string[];
  /** Bodies of a group lose their memory to those of a group with fewer bytes. */
  readonly group: string;
  readonly refuse: (error: DomainError) => void;
  /** Bytes that were announced, or have arrived when these are more. */
  reserved: number;
  arrived: number;
  /** The bytes that arrived, and the objects for their chunks. */
  held: number;
  isKept: boolean;
  /** The bytes at the last measurement of the pace, and its time. */
  paced: number;
  pacedAtMs: number;
}

/** A chunk needs an object, so that many tiny chunks take more than their bytes. */
const chunkBytes = 256;
/** A body with this many bytes is slow when fewer than `paceBytes` arrive in `paceMs`. */
const slowBytes = 262_144;
const paceBytes = 65_536;
const paceMs = 1_000;
const retryAfterSeconds = 1;

/** @param nowMs a monotonic clock */
export function createBodyMemory(
  limits: BodyLimits,
  nowMs: () => number = () => performance.now(),
): BodyMemory {
  const bodies = new Set<Body>();
  const reservations = createReservations(limits);
  let held = 0;

  function release(body: Body): void {
    if (!bodies.delete(body)) return;
    held -= body.held;
    reservations.add(body.keys, -body.reserved);
  }

  function refuse(body: Body, error: DomainError): void {
    release(body);
    body.refuse(error);
  }

  function add(body: Body, bytes: number): void {
    if (!bodies.has(body)) return;
    const more = Math.max(0, body.arrived + bytes - body.reserved);
    const exceeded = more === 0 ? undefined : reservations.findExceeded(body.keys, more);
    if (exceeded !== undefined) {
      refuse(body, tooMany(exceeded));
      return;
    }
    reservations.add(body.keys, more);
    held += bytes + chunkBytes;
    count(body, { bytes, more, nowMs: nowMs() });
    while (held > limits.total && bodies.has(body)) refuse(findLoser([...bodies], body, nowMs()), busy());
  }

  return {
    open({ owner, organization }, announced, refuseBody) {
      const ofOrganization = organization === undefined ? [] : [`organization ${organization}`];
      const keys = [`owner ${owner}`, ...ofOrganization];
      const exceeded = reservations.findExceeded(keys, announced);
      if (exceeded !== undefined) throw tooMany(exceeded);
      const group = organization ?? owner;
      const none = { arrived: 0, held: 0, paced: 0, pacedAtMs: nowMs(), isKept: false };
      const body: Body = { keys, group, refuse: refuseBody, reserved: announced, ...none };
      bodies.add(body);
      reservations.add(keys, announced);
      return {
        add: (bytes) => {
          add(body, bytes);
        },
        keep: () => (body.isKept = true),
        release: () => {
          release(body);
        },
      };
    },
  };
}

function count(
  body: Body,
  { bytes, more, nowMs }: { readonly bytes: number; readonly more: number; readonly nowMs: number },
): void {
  body.reserved += more;
  body.arrived += bytes;
  body.held += bytes + chunkBytes;
  if (body.arrived - body.paced < paceBytes) return;
  body.paced = body.arrived;
  body.pacedAtMs = nowMs;
}

/** Counts the reserved bytes of owners and organizations. */
function createReservations({ perOwner, perOrganization }: BodyLimits) {
  const sums = new Map<string, number>();
  const exceeds = (key: string | undefined, bytes: number, limit: number): boolean =>
    key !== undefined && (sums.get(key) ?? 0) + bytes > limit;
  return {
    add(keys: readonly string[], bytes: number): void {
      for (const key of keys) {
        const sum = (sums.get(key) ?? 0) + bytes;
        if (sum === 0) sums.delete(key);
        else sums.set(key, sum);
      }
    },
    /** Returns the limit that further bytes would exceed. */
    findExceeded([owner, organization]: readonly string[], bytes: number): number | undefined {
      if (exceeds(owner, bytes, perOwner)) return perOwner;
      return exceeds(organization, bytes, perOrganization) ? perOrganization : undefined;
    },
  };
}

/** Returns the body that loses its memory to `next`: `next` itself when no body is slow and no client has more bytes. */
function findLoser(bodies: readonly Body[], next: Body, nowMs: number): Body {
  const sums = new Map<string, number>();
  for (const { group, held } of bodies) sums.set(group, (sums.get(group) ?? 0) + held);
  const sum = ({ group }: Body): number => sums.get(group) ?? 0;
  const others = bodies.filter((body) => body !== next && !body.isKept);
  const slow = others.filter(({ held, pacedAtMs }) => held >= slowBytes && nowMs - pacedAtMs >= paceMs);
  const candidates = slow.length > 0 ? slow : others.filter((body) => sum(body) > sum(next));
  const [first, ...rest] = candidates;
  return rest.reduce((worst, body) => (sum(body) > sum(worst) ? body : worst), first ?? next);
}

function tooMany(limit: number): DomainError {
  return new DomainError(
    'RESOURCE_EXHAUSTED',
    'CONCURRENCY_LIMIT',
    `Your requests that are sent at the same time can have bodies of at most ${limit} bytes together. Send the others when one has ended.`,
    { details: { limit, retryAfterSeconds } },
  );
}
