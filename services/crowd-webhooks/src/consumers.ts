import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import { onBalanceLow } from './consumers/on-balance-low.ts';
import { onDatasetVersionCompleted } from './consumers/on-dataset-version-completed.ts';
import { onFileEnriched } from './consumers/on-file-enriched.ts';
import { onProjectDeleted } from './consumers/on-project-deleted.ts';
import { onRunCompleted } from './consumers/on-run-completed.ts';
import { onRunFailed } from './consumers/on-run-failed.ts';
import { onWebhookDisabled } from './consumers/on-webhook-disabled.ts';
import type { Deps } from './deps.ts';

export const consumers: readonly ConsumerDefinition<Deps>[] = [
  onRunCompleted,
  onRunFailed,
  onFileEnriched,
  onDatasetVersionCompleted,
  onBalanceLow,
  onProjectDeleted,
  onWebhookDisabled,
];
