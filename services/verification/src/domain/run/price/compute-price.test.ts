import { expect, it } from 'vitest';
import { findPipeline } from '../../pipeline/catalog.ts';
import { computePrice } from './compute-price.ts';
import { newRun } from '../run.ts';

const unsearched = { reason: 'the video lasts 3.6 s', needed: null };

function buildRun(slug: string) {
  const pipeline = findPipeline(slug);
  if (pipeline === undefined) throw new Error(`there is no pipeline ${slug}`);
  const order = { organizationId: '', projectId: '', pipeline, files: [], contextId: '', contextData: null };
  return newRun({ ...order, startedBy: '' }, new Date(0), () => 'id');
}

it('a run in which nothing could be examined costs nothing, any other one its price', () => {
  const run = buildRun('video-authenticity');
  expect(computePrice(run, { unsearched })).toBe(0);
  expect(computePrice(run, {})).toBe(run.costCents);
});

it('the answers of people are charged also where machines could examine nothing', () => {
  const run = buildRun('image-expert-review');
  const price = computePrice(run, { unsearched });
  expect(price).toBeGreaterThan(100);
  expect(price).toBeLessThan(run.costCents);
});
