import { newId } from '@assay/chassis/ids';
import { overdueAfterMs } from '@assay/chassis/work/redrive';
import type { UnfinishedUnit } from '@assay/chassis/work/redrive';
import type { Account, AutoTopUp, PendingAutoTopUp } from './account.ts';
import { maxTopUpCents, minTopUpCents } from './top-up-limits.ts';

/** One that is under way, as it was listed; its id is the top-up's. */
export interface UnfinishedAutoTopUp extends UnfinishedUnit {
  readonly dueAt: Date | undefined;
  /** Whether a request for it still waits to be published. */
  readonly isAsked: boolean;
}

export const noAutoTopUp: AutoTopUp = {
  enabled: false,
  thresholdCents: 0,
  targetCents: 0,
  failures: 0,
  lastError: '',
};

/** After so many failures in a row it is disabled. */
const maxFailures = 3;

/** The one to begin now; null: none, or one is under way already. */
export function dueAutoTopUp(account: Account, now: Date): PendingAutoTopUp | null {
  const { autoTopUp, pendingAutoTopUp, paymentSource, availableCents } = account;
  if (autoTopUp?.enabled !== true || pendingAutoTopUp !== null || paymentSource === null) return null;
  if (availableCents >= autoTopUp.thresholdCents) return null;
  const missingCents = autoTopUp.targetCents - availableCents;
  return {
    topUpId: newId(),
    amountCents: Math.min(maxTopUpCents, Math.max(minTopUpCents, missingCents)),
    dueAt: new Date(now.getTime() + overdueAfterMs),
  };
}

/** The setting after one more failure. */
export function afterFailure(autoTopUp: AutoTopUp, error: string): AutoTopUp {
  const failures = autoTopUp.failures + 1;
  return { ...autoTopUp, failures, lastError: error, enabled: autoTopUp.enabled && failures < maxFailures };
}
