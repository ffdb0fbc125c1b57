import { expect, it } from 'vitest';
import { catalog, findPipeline } from '../../pipeline/catalog.ts';
import { shareCost } from './share-cost.ts';

const readCents = (slug: string) => {
  const pipeline = findPipeline(slug);
  return pipeline && Object.fromEntries(shareCost(pipeline).map((stage) => [stage.slug, stage.cents]));
};

it.each(catalog)('the stages of $slug account for its price to the cent', (pipeline) => {
  const stages = shareCost(pipeline);
  expect(stages.map(({ slug }) => slug)).toEqual(pipeline.stages.map(({ slug }) => slug));
  expect(stages.reduce((sum, { cents }) => sum + cents, 0)).toBe(pipeline.costCents);
  expect(stages.every(({ cents }) => Number.isInteger(cents) && cents >= 0)).toBe(true);
});

it('a stage accounts for what it costs beside the others', () => {
  expect(readCents('image-authenticity')).toMatchObject({ 'pixel-traces': 7, fusion: 0 });
  expect(readCents('claim-context-crowd')).toEqual({
    'claim-extract': 10,
    'crowd-source-check': 140,
    fusion: 0,
  });
});

it('what rounding leaves over goes to the stages that lost most, the first ones before the others', () => {
  const stages = [1, 1, 1].map((costWeight, order) => ({ slug: String(order), costWeight }));
  const shares = shareCost({ costCents: 5, stages: stages as never });
  expect(shares.map(({ cents }) => cents)).toEqual([2, 2, 1]);
});
