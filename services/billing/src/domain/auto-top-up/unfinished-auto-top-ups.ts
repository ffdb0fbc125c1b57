import { stalledError } from '@assay/chassis/work/redrive';
import type { UnfinishedWork } from '@assay/chassis/work/redrive';
import type { Deps } from '../../deps.ts';
import { statusAt } from '../top-up/top-up.ts';
import type { UnfinishedAutoTopUp } from '../account/auto-top-up.ts';
import { abandonAutoTopUp, beginAutoTopUp } from './charge-auto-top-up.ts';

/**
 * Automatic top-ups as work to be asked for again. One that stalled ends as a failed payment, and the next may begin; one
 * that the provider was asked for late has the time of its payment, so that nobody pays twice.
 */
export function unfinishedAutoTopUps(
  deps: Pick<Deps, 'accounts' | 'clock' | 'payments' | 'postings' | 'transactions'>,
): UnfinishedWork<UnfinishedAutoTopUp> {
  return {
    ...deps.accounts.autoTopUps,
    async end({ id: topUpId, organizationId }, now) {
      const account = await deps.accounts.find(organizationId);
      const pending = account?.pendingAutoTopUp;
      if (account === undefined || pending?.topUpId !== topUpId) return false;
      const begun = await deps.transactions.topUps.find(topUpId);
      if (begun !== undefined && statusAt(begun, now) === 'pending') return false;
      await beginAutoTopUp(deps, account, pending);
      await abandonAutoTopUp(deps, { organizationId, topUpId }, stalledError);
      return true;
    },
  };
}
