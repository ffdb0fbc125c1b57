import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { sumEntries } from '../ledger/ledger-entry.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { Posting } from '../posting/posting.ts';
import { namesOf } from './hold.ts';

export interface RefundChargeInput {
  readonly organizationId: string;
  /** Also the idempotency key. */
  readonly refundId: string;
  readonly runId: string;
  readonly amountCents: number;
  /** For people. */
  readonly reason: string;
}

/**
 * Refunds what was charged for a run with its answers, all or a part of it; asking again refunds nothing more. NOT_FOUND when the
 * run was never charged, FAILED_PRECONDITION with reason REFUND_EXCEEDS_CHARGE when it is more than is left of it.
 */
export function refundCharge(
  { postings }: Pick<Deps, 'postings'>,
  input: RefundChargeInput,
): Promise<Account> {
  const { organizationId, refundId, runId } = input;
  const cause = `refund:${refundId}`;
  return postings.run({
    organizationId,
    causes: [cause],
    subject: { runId },
    decide: (_account, applied, entries) =>
      applied.has(cause) ? undefined : refundOf(input, cause, entries),
  });
}

function refundOf(
  { runId, amountCents, reason }: RefundChargeInput,
  cause: string,
  entries: readonly LedgerEntry[],
): Posting {
  const charges = entries.filter(({ type }) => type === 'charge');
  const charge = charges.find(({ jobId }) => jobId === undefined) ?? charges[0];
  if (charge === undefined) throw notFound('charge');
  const chargedCents = sumEntries(charges, 'charge');
  const refundedCents = sumEntries(entries, 'refund');
  if (refundedCents + amountCents > chargedCents) {
    const details = { chargedCents, refundedCents, requestedCents: amountCents };
    throw new DomainError(
      'FAILED_PRECONDITION',
      'REFUND_EXCEEDS_CHARGE',
      'The refund is larger than the rest of the charge.',
      { details },
    );
  }
  const { userId } = charge;
  const names = namesOf({ ...charge, runId });
  const note = reason === '' ? {} : { note: reason };
  return { entries: [{ type: 'refund', cause, amountCents, ...names, userId, ...note }] };
}
