import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import { onAnswerAccepted } from './consumers/on-answer-accepted.ts';
import { onAutoTopUpDisabled } from './consumers/on-auto-top-up-disabled.ts';
import { onAutoTopUpRequested } from './consumers/on-auto-top-up-requested.ts';
import { onBalanceLow } from './consumers/on-balance-low.ts';
import { onJobFundsReleased } from './consumers/on-job-funds-released.ts';
import { onOrganizationCreated } from './consumers/on-organization-created.ts';
import { onRunCompleted } from './consumers/on-run-completed.ts';
import { onRunFailed } from './consumers/on-run-failed.ts';
import { onRunJobClosed } from './consumers/on-run-job-closed.ts';
import type { Deps } from './deps.ts';

export const consumers: readonly ConsumerDefinition<Deps>[] = [
  onOrganizationCreated,
  onRunCompleted,
  onRunFailed,
  onAnswerAccepted,
  onJobFundsReleased,
  onRunJobClosed,
  onAutoTopUpRequested,
  onAutoTopUpDisabled,
  onBalanceLow,
];
