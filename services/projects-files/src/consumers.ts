import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import {
  onAudioEnrichmentRequested,
  onImageEnrichmentRequested,
  onTextEnrichmentRequested,
  onVideoEnrichmentRequested,
} from './consumers/on-enrichment-requested.ts';
import type { ReadingDeps } from './consumers/on-enrichment-requested.ts';

export const consumers: readonly ConsumerDefinition<ReadingDeps>[] = [
  onImageEnrichmentRequested,
  onAudioEnrichmentRequested,
  onVideoEnrichmentRequested,
  onTextEnrichmentRequested,
];
