import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import {
  onAudioEnrichmentRequested,
  onImageEnrichmentRequested,
  onTextEnrichmentRequested,
  onVideoEnrichmentRequested,
} from './consumers/on-enrichment-requested.ts';
import type { Deps } from './deps.ts';

export const consumers: readonly ConsumerDefinition<Deps>[] = [
  onImageEnrichmentRequested,
  onAudioEnrichmentRequested,
  onVideoEnrichmentRequested,
  onTextEnrichmentRequested,
];
