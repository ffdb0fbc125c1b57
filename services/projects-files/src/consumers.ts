import {
  onAudioEnrichmentRequested,
  onImageEnrichmentRequested,
  onTextEnrichmentRequested,
  onVideoEnrichmentRequested,
} from './consumers/on-enrichment-requested.ts';

export const consumers = [
  onImageEnrichmentRequested,
  onAudioEnrichmentRequested,
  onVideoEnrichmentRequested,
  onTextEnrichmentRequested,
];
