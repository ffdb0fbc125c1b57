import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { minutes } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import { hashNetwork } from '../guest/hash-network.ts';
import type { Job } from '../job/job.ts';

/** The open claims that one client address may have in every job. */
const minClaims = 5;
const maxShare = 0.25;

/**
 * Counts an open claim of a guest for the client address. Throws RESOURCE_EXHAUSTED with reason ADDRESS_CLAIM_LIMIT when the guests of the address
 * have as many open claims in the job as one address may have: 5 or a quarter of the slots, whichever is more. A repetition counts once.
 */
export async function countGuestClaim(
  { guestClaims, clock }: Pick<Deps, 'guestClaims' | 'clock'>,
  call: Pick<CallContext, 'clientAddress'>,
  { job, claimId }: { readonly job: Job; readonly claimId: string },
): Promise<void> {
  const now = clock.now();
  const limit = Math.max(minClaims, Math.floor(job.variantCount * job.maxRepetitions * maxShare));
  const claim = { id: claimId, expiresAt: new Date(now.getTime() + minutes(job.claimTtlMinutes)) };
  const counted = await guestClaims.count(hashNetwork(call, job.id), claim, { limit, now });
  if (counted === true) return;
  const retryAfterSeconds = Math.max(Math.ceil((counted.getTime() - now.getTime()) / 1_000), 1);
  const message =
    `Guests of one client address can have at most ${limit.toString()} open tasks of the job. ` +
    'Submit or return one of them, or try again later.';
  throw new DomainError('RESOURCE_EXHAUSTED', 'ADDRESS_CLAIM_LIMIT', message, {
    details: { limit, retryAfterSeconds },
  });
}
