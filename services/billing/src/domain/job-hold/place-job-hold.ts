import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { checkOrder, holdEnded, reserveMoney } from '../hold/reserve-money.ts';
import type { MoneyOrder } from '../hold/reserve-money.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import { raiseHold } from './held-parts.ts';
import { postForJob } from './job-posting.ts';
import type { JobRef } from './job-posting.ts';

export interface PlaceJobHoldInput extends JobRef, MoneyOrder {
  /** The id of a raise. Empty: the first hold of the job. */
  readonly holdId?: string | undefined;
}

/**
 * Reserves money for a job, or more money for a job that has a hold. Each hold id reserves once. Refuses as `placeHold` does;
 * HOLD_ENDED only after the whole hold or this raise was released.
 */
export function placeJobHold(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  input: PlaceJobHoldInput,
): Promise<Account> {
  checkOrder(input);
  const { organizationId, jobId, amountCents, userId, holdId = '' } = input;
  const name = holdId === '' ? jobId : `${jobId}:${holdId}`;
  const cause = causeOf('hold', name);
  const release = causeOf('release', name);
  return postForJob(
    { postings },
    {
      organizationId,
      jobId,
      cause,
      otherCauses: [release],
      decide(account, { hold, isRepeated, hasEnded, applied }) {
        if (hasEnded || applied.has(release)) throw holdEnded();
        if (isRepeated) return undefined;
        const placedAt = clock.now();
        const { credentialIds, settings } = reserveMoney(account, input, placedAt);
        const jobHold = raiseHold(hold, { cents: amountCents, credentialIds, placedAt });
        const entry = { type: 'hold', cause, amountCents, runId: '', jobId, userId, jobHold } as const;
        const counted = credentialIds.length === 0 ? entry : { ...entry, credentialIds };
        return { entries: [counted], settings, mayTopUp: true };
      },
    },
  );
}
