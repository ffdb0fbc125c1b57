import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { readHoldId } from '../hold/hold.ts';
import { releaseFromHold, returnSpending } from '../job-hold/held-parts.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import { postForRun } from './run-posting.ts';
import type { RunHoldRef } from './run-posting.ts';

/**
 * Releases the rest of the hold of a run that is charged in parts, for good. Changes nothing when it was released before, and after the
 * end of the run: the hold then waits for its jobs alone.
 */
export function releaseRunHold(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  ref: RunHoldRef,
): Promise<Account> {
  const cause = causeOf('release', readHoldId(ref));
  return postForRun(
    { postings },
    {
      ...ref,
      cause,
      decide({ spending }, { hold, names, userId, end, hasEnded }) {
        if (hasEnded || end !== undefined) return undefined;
        const amountCents = hold.leftCents;
        const { hold: jobHold, released } = releaseFromHold(hold, amountCents);
        return {
          entries: [{ type: 'release', cause, amountCents, ...names, userId, jobHold }],
          ...returnSpending(spending, released, clock.now()),
        };
      },
    },
  );
}
