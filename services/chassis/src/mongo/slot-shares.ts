import { createTimeShares } from '../process/time-shares.ts';

/** The slots of a process, shared between organizations by the time that their work takes. */
export interface SlotShares {
  /** Returns true when the organization may take no further slot. @param waiting the organizations that wait */
  hasFullShare(organizationId: string, waiting: Iterable<string>): boolean;
  /** Returns the organization that used the least time, of equal ones the first; undefined if there is none. */
  findNext(organizationIds: Iterable<string>): string | undefined;
  start(organizationId: string): void;
  freeSlot(organizationId: string): void;
}

export interface SlotLimits {
  readonly slots: number;
  /** Maximum number of slots of one organization; default all. */
  readonly slotsPerOrganization?: number | undefined;
}

/** How long a slot stays reserved for other organizations after one of them was served, in milliseconds. */
const reservedMs = 600_000;
/** Organizations whose work takes longer leave one slot to those that come. */
const longMs = 10_000;
/** Smaller differences of the time that was used do not change the rotation. */
const usedStepMs = 1_000;

export function createSlotShares({ slots, slotsPerOrganization = slots }: SlotLimits): SlotShares {
  const times = createTimeShares();
  const servedAt = new Map<string, number>();
  /** The ends of the work in progress. */
  const ends = new Map<string, (() => void)[]>();

  /** Returns true when no other organization waits or was served within `reservedMs`. */
  function isAlone(organizationId: string, waiting: Iterable<string>): boolean {
    const since = performance.now() - reservedMs;
    for (const [id, at] of servedAt) if (at < since) servedAt.delete(id);
    return ![...servedAt.keys(), ...waiting].some((id) => id !== organizationId);
  }

  const isLong = (id: string): boolean => times.expectMs(id) > longMs;

  return {
    hasFullShare(organizationId, waiting) {
      const running = times.countRunning(organizationId);
      if (running >= slotsPerOrganization) return true;
      if (isAlone(organizationId, waiting)) return running >= slots;
      const shared = Math.max(1, slots - 1);
      if (running >= shared) return true;
      if (!isLong(organizationId)) return false;
      const long = [...ends].reduce((sum, [id, list]) => sum + (isLong(id) ? list.length : 0), 0);
      return long >= shared;
    },
    findNext(organizationIds) {
      let next: { readonly id: string; readonly steps: number } | undefined;
      for (const id of organizationIds) {
        const steps = Math.floor(times.usedMs(id) / usedStepMs);
        if (next === undefined || steps < next.steps) next = { id, steps };
      }
      return next?.id;
    },
    start(organizationId) {
      servedAt.set(organizationId, performance.now());
      ends.set(organizationId, [...(ends.get(organizationId) ?? []), times.start(organizationId)]);
    },
    freeSlot(organizationId) {
      const [end, ...others] = ends.get(organizationId) ?? [];
      end?.();
      if (others.length > 0) ends.set(organizationId, others);
      else ends.delete(organizationId);
    },
  };
}
