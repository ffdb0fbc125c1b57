import { unauthenticated } from '@assay/chassis/errors';
import { days } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import { computeExpiry } from './guest.ts';
import type { Guest } from './guest.ts';

const noteEveryMs = days(1);

/** Finds the guest of a token and notes its use, at most once a day. Throws UNAUTHENTICATED for an unknown or expired token. */
export async function authenticateGuest(
  { guests, clock }: Pick<Deps, 'guests' | 'clock'>,
  tokenSha256: string,
): Promise<Guest> {
  const now = clock.now();
  const guest = await guests.findByToken(tokenSha256, now);
  if (guest === undefined) throw unauthenticated();
  if (now.getTime() - guest.usedAt.getTime() < noteEveryMs) return guest;
  const use = { usedAt: now, expiresAt: computeExpiry(now) };
  await guests.noteUse(guest, use);
  return { ...guest, ...use };
}
