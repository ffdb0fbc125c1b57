import type { Conclusion } from '../../fusion/conclusion.ts';
import { findPipeline } from '../../pipeline/catalog.ts';
import { shareCost } from './share-cost.ts';
import type { Run } from '../run.ts';

/**
 * Returns the price of a run that is concluded, in euro cents. Where the checks could look for nothing, only the stages that asked people
 * are charged.
 */
export function computePrice(
  { pipelineSlug, costCents, stages }: Pick<Run, 'pipelineSlug' | 'costCents' | 'stages'>,
  { unsearched }: Pick<Conclusion, 'unsearched'>,
): number {
  if (unsearched === undefined) return costCents;
  const pipeline = findPipeline(pipelineSlug);
  const hasCrowdStage = stages.some(({ type }) => type === 'crowd');
  if (pipeline === undefined) return hasCrowdStage ? costCents : 0;
  return sumCrowdShares({ stages: pipeline.stages, costCents });
}

/** Returns the part of a price that the stages have that ask people. */
export function sumCrowdShares(priced: Parameters<typeof shareCost>[0]): number {
  const shares = new Map(shareCost(priced).map(({ slug, cents }) => [slug, cents]));
  return priced.stages
    .filter(({ type }) => type === 'crowd')
    .reduce((sum, { slug }) => sum + (shares.get(slug) ?? 0), 0);
}
