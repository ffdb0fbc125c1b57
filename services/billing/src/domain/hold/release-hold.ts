import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import { releaseSpending } from './hold.ts';

export interface ReleaseHoldInput {
  readonly organizationId: string;
  readonly runId: string;
}

/**
 * Ends a hold and makes its money available again. Nothing happens when it has ended before. When it was never placed, an entry of 0 cents keeps it
 * from being placed later, by a call that was overtaken.
 */
export function releaseHold(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  { organizationId, runId }: ReleaseHoldInput,
): Promise<Account> {
  const cause = causeOf('release', runId);
  const causes = [cause, causeOf('charge', runId)];
  return postings.run({
    organizationId,
    causes,
    decide(account, applied) {
      const hold = account.openHolds.find((open) => open.runId === runId);
      if (hold === undefined && causes.some((ended) => applied.has(ended))) return undefined;
      const { amountCents, userId } = hold ?? { amountCents: 0, userId: '' };
      return {
        entries: [{ type: 'release', cause, amountCents, runId, userId }],
        endsHoldOf: runId,
        settings: releaseSpending(account.spending, hold, { cents: amountCents, now: clock.now() }),
      };
    },
  });
}
