import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import { onFileDeleted } from './consumers/on-file-deleted.ts';
import { onProjectDeleted } from './consumers/on-project-deleted.ts';
import {
  onAudioEnrichmentRequested,
  onImageEnrichmentRequested,
  onTextEnrichmentRequested,
  onVideoEnrichmentRequested,
} from './consumers/on-enrichment-requested.ts';
import type { ReadingDeps } from './consumers/on-enrichment-requested.ts';
import type { Deps } from './deps.ts';

export const consumers: readonly ConsumerDefinition<Deps & ReadingDeps>[] = [
  onImageEnrichmentRequested,
  onAudioEnrichmentRequested,
  onVideoEnrichmentRequested,
  onTextEnrichmentRequested,
  onFileDeleted,
  onProjectDeleted,
];
