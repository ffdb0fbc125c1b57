import { invalidField } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import { causeOf } from './account.ts';
import type { Account } from './account.ts';
import { givenBack } from './given-back.ts';

export interface ReleaseHoldInput {
  readonly organizationId: string;
  readonly runId: string;
}

/**
 * Gives a hold back. Nothing happens when it has ended before. When it was never placed, an entry of 0 cents keeps it
 * from being placed later, by a call that was overtaken.
 */
export function releaseHold(
  { clock, moves }: Pick<Deps, 'clock' | 'moves'>,
  { organizationId, runId }: ReleaseHoldInput,
): Promise<Account> {
  if (runId === '') throw invalidField('runId', 'runId is missing');
  const cause = causeOf('release', runId);
  const causes = [cause, causeOf('charge', runId)];
  return moves.run({
    organizationId,
    causes,
    decide(account, applied) {
      const hold = account.openHolds.find((open) => open.runId === runId);
      if (hold === undefined && causes.some((ended) => applied.has(ended))) return undefined;
      const { amountCents, userId } = hold ?? { amountCents: 0, userId: '' };
      return {
        steps: [{ type: 'release', cause, amountCents, runId, userId }],
        closes: runId,
        sets: givenBack(account, hold, { cents: amountCents, now: clock.now() }),
      };
    },
  });
}
