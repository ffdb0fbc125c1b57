import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import { onAnswerAccepted } from './consumers/on-answer-accepted.ts';
import { onAnswerReceived } from './consumers/on-answer-received.ts';
import { onAnswerRejected } from './consumers/on-answer-rejected.ts';
import { onBalanceLow } from './consumers/on-balance-low.ts';
import { onDatasetVersionCompleted } from './consumers/on-dataset-version-completed.ts';
import { onFileDeleted } from './consumers/on-file-deleted.ts';
import { onFileEnriched } from './consumers/on-file-enriched.ts';
import { onHoldOverdue } from './consumers/on-hold-overdue.ts';
import { onJobChanged } from './consumers/on-job-changed.ts';
import { onProjectDeleted } from './consumers/on-project-deleted.ts';
import { onRunAwaitsPeople } from './consumers/on-run-awaits-people.ts';
import { onRunCompleted } from './consumers/on-run-completed.ts';
import { onRunFailed } from './consumers/on-run-failed.ts';
import { onResponsesClosed } from './consumers/on-responses-closed.ts';
import { onResponsesRequested } from './consumers/on-responses-requested.ts';
import { onWebhookDisabled } from './consumers/on-webhook-disabled.ts';
import type { Deps } from './deps.ts';

export const consumers: readonly ConsumerDefinition<Deps>[] = [
  onRunCompleted,
  onRunFailed,
  onRunAwaitsPeople,
  onFileEnriched,
  onDatasetVersionCompleted,
  onBalanceLow,
  onJobChanged,
  onAnswerReceived,
  onAnswerAccepted,
  onAnswerRejected,
  onHoldOverdue,
  onFileDeleted,
  onProjectDeleted,
  onResponsesRequested,
  onResponsesClosed,
  onWebhookDisabled,
];
