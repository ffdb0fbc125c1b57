import type { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import type { Clock } from '../clock.ts';
import { DomainError, unauthenticated } from '../errors.ts';
import type { RevocationCheck } from './internal-token.ts';
import { createSingleFlight } from '../process/single-flight.ts';

/** The changes of credentials, users and organizations that revoke earlier tokens. */
export interface Revocations extends RevocationCheck {
  /** Adds a change. */
  add(invalidated: CredentialsInvalidated): void;
  /** Reads all changes within the window again. Rejects when they cannot be read. */
  reload(): Promise<void>;
}

export interface RevocationsOptions {
  readonly clock: Clock;
  /** Reads the changes since a time from identity-org. */
  readonly read: (since: Date) => Promise<readonly CredentialsInvalidated[]>;
  /** Returns true when broadcasts may have been missed, so that changes must be read again. */
  readonly isCutOff: () => boolean;
}

/** The maximum lifetime of a token that a person holds. */
export const revocationWindowMs = 900_000;
/** How long a read is valid while broadcasts may be missed. */
const freshMs = 1_000;

export function createRevocations({ clock, read, isCutOff }: RevocationsOptions): Revocations {
  /** The time of the last change of each id, in milliseconds since the epoch. */
  let changed = new Map<string, number>();
  let readAtMs = -Infinity;

  function add(invalidated: CredentialsInvalidated): void {
    const atMs = (invalidated.at ?? clock.now()).getTime();
    for (const key of listKeys(invalidated)) changed.set(key, Math.max(changed.get(key) ?? 0, atMs));
  }

  const reading = createSingleFlight(async () => {
    const nowMs = clock.now().getTime();
    const since = new Date(nowMs - revocationWindowMs);
    const found = await read(since);
    changed = new Map([...changed].filter(([, atMs]) => atMs >= since.getTime()));
    found.forEach(add);
    readAtMs = nowMs;
  });

  return {
    add,
    reload: () => reading.run(),
    async refuseRevoked({ actor: { credentialId, userId }, organizationId }, issuedAtMs) {
      const isStale = readAtMs === -Infinity || (isCutOff() && clock.now().getTime() - readAtMs > freshMs);
      if (isStale) await reading.run().catch(throwUnavailable);
      const keys = listKeys({
        credentialIds: [credentialId],
        userIds: [userId],
        organizationIds: [organizationId],
      });
      if (keys.some((key) => (changed.get(key) ?? -Infinity) >= issuedAtMs)) throw unauthenticated();
    },
  };
}

function listKeys(changes: Omit<CredentialsInvalidated, 'at'>): string[] {
  return [
    ...changes.credentialIds.map((id) => `credential ${id}`),
    ...changes.userIds.map((id) => `user ${id}`),
    ...changes.organizationIds.map((id) => `organization ${id}`),
  ];
}

function throwUnavailable(cause: unknown): never {
  const message = 'The revocation of the credential cannot be checked. Try again later.';
  throw new DomainError('UNAVAILABLE', 'UNAVAILABLE', message, { cause });
}
