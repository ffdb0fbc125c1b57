import type { Deps } from '../../../deps.ts';
import type { Guest } from './guest.ts';

/** Finds a guest of an organization, also when its token has expired. */
export function findGuest(
  { guests }: Pick<Deps, 'guests'>,
  organizationId: string,
  guestId: string,
): Promise<Guest | undefined> {
  return guests.find(organizationId, guestId);
}
