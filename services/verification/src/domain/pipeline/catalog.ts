import { notFound } from '@assay/chassis/errors';
import { audioAuthenticity } from './definitions/audio-authenticity.ts';
import { claimContextCrowd } from './definitions/claim-context-crowd.ts';
import { documentIntegrity } from './definitions/document-integrity.ts';
import { geoTimeContext } from './definitions/geo-time-context.ts';
import { imageExpertReview } from './definitions/image-expert-review.ts';
import { imageAuthenticity } from './definitions/image-authenticity.ts';
import { multiFileConsistency } from './definitions/multi-file-consistency.ts';
import { syntheticMediaScreen } from './definitions/synthetic-media-screen.ts';
import { videoAuthenticity } from './definitions/video-authenticity.ts';
import type { Pipeline } from './pipeline.ts';

/** Every pipeline, in catalog order; of those that take a file, the one that looks for every kind of change comes first. */
export const catalog: readonly Pipeline[] = [
  imageAuthenticity,
  documentIntegrity,
  audioAuthenticity,
  videoAuthenticity,
  syntheticMediaScreen,
  imageExpertReview,
  geoTimeContext,
  claimContextCrowd,
  multiFileConsistency,
];

export function findPipeline(slug: string): Pipeline | undefined {
  return catalog.find((pipeline) => pipeline.slug === slug);
}

/** NOT_FOUND for an unknown slug. */
export function getPipeline(slug: string): Promise<Pipeline> {
  const pipeline = findPipeline(slug);
  return pipeline === undefined ? Promise.reject(notFound('pipeline')) : Promise.resolve(pipeline);
}
