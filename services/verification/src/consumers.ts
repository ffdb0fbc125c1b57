import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import { onFileDeleted } from './consumers/on-file-deleted.ts';
import { onHoldOverdue } from './consumers/on-hold-overdue.ts';
import { onJobChanged } from './consumers/on-job-changed.ts';
import { onPipelineRunOverdue } from './consumers/on-pipeline-run-overdue.ts';
import { onProjectDeleted } from './consumers/on-project-deleted.ts';
import { onResponseSubmitted } from './consumers/on-response-submitted.ts';
import { onStageRequested } from './consumers/on-stage-requested.ts';
import type { ExecutingDeps } from './consumers/on-stage-requested.ts';
import type { Deps } from './deps.ts';

export const consumers: readonly ConsumerDefinition<Deps & ExecutingDeps>[] = [
  onStageRequested,
  onHoldOverdue,
  onFileDeleted,
  onProjectDeleted,
  onResponseSubmitted,
  onJobChanged,
  onPipelineRunOverdue,
];
