import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { hours } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import { emptyProfile } from '../worker/worker-profile.ts';
import { createGuestToken, hashGuestToken } from './guest-token.ts';
import { hashNetwork } from './hash-network.ts';
import { computeExpiry } from './guest.ts';
import type { Guest } from './guest.ts';

type CreateDeps = Pick<Deps, 'clock' | 'guests' | 'guestCounts' | 'guestsPerAddress'>;

export type NewGuest = Pick<Guest, 'organizationId' | 'jobId' | 'name'>;

/** The plaintext of the token exists only in this answer. */
export interface CreatedGuest {
  readonly guestId: string;
  readonly token: string;
}

/**
 * Creates a guest of a job. The caller has checked that the job allows guests. Throws RESOURCE_EXHAUSTED with reason GUEST_LIMIT when the
 * client address has become too many guests of the job in this hour.
 */
export async function createGuest(
  deps: CreateDeps,
  call: Pick<CallContext, 'clientAddress'>,
  { organizationId, jobId, name }: NewGuest,
): Promise<CreatedGuest> {
  const now = deps.clock.now();
  await countGuest(deps, call, { jobId, now });
  const token = createGuestToken();
  const guest: Guest = {
    id: newId(),
    organizationId,
    jobId,
    name: name.trim(),
    tokenSha256: hashGuestToken(token),
    profile: emptyProfile,
    createdAt: now,
    usedAt: now,
    expiresAt: computeExpiry(now),
  };
  await deps.guests.insert(guest);
  return { guestId: guest.id, token };
}

const hourMs = hours(1);

/** Counts a guest in the hour of its creation. */
async function countGuest(
  { guestCounts, guestsPerAddress: limit }: CreateDeps,
  call: Pick<CallContext, 'clientAddress'>,
  { jobId, now }: { readonly jobId: string; readonly now: Date },
): Promise<void> {
  const hour = Math.floor(now.getTime() / hourMs);
  const endsAt = new Date((hour + 1) * hourMs);
  const key = hashNetwork(call, jobId, String(hour));
  if (await guestCounts.count(key, limit, endsAt)) return;
  const retryAfterSeconds = Math.ceil((endsAt.getTime() - now.getTime()) / 1000);
  const message = `At most ${String(limit)} new guests of one client address can join a job in an hour. Try again later.`;
  throw new DomainError('RESOURCE_EXHAUSTED', 'GUEST_LIMIT', message, {
    details: { limit, retryAfterSeconds },
  });
}
