import { expect, it } from 'vitest';
import { defaultCrowdOptions } from '../../pipeline/crowd-options.ts';
import { findPipeline } from '../../pipeline/catalog.ts';
import type { StageResponse } from '../../stage/stage.ts';
import { newRun } from '../run.ts';
import type { Run } from '../run.ts';
import { computeFailedPrice, computePrice } from './compute-price.ts';

const unsearched = { reason: 'the video lasts 3.6 s', needed: null };

function buildRun(slug: string, unpaid = false): Run {
  const pipeline = findPipeline(slug);
  if (pipeline === undefined) throw new Error(`there is no pipeline ${slug}`);
  const crowd = pipeline.tier === 'ai-crowd' ? { ...defaultCrowdOptions, unpaid } : null;
  const owner = { organizationId: '', projectId: '', startedBy: '' };
  const order = { ...owner, pipeline, files: [], contextId: '', contextData: null, crowd };
  return newRun(order, new Date(0), () => 'id');
}

/** The run with that many answers to its first crowd stage. */
function answered(run: Run, count: number): Run {
  const responses = Array.from({ length: count }, () => ({}) as StageResponse);
  const asked = run.stages.find(({ type }) => type === 'crowd')?.slug;
  const stages = run.stages.map((stage) =>
    stage.slug === asked ? { ...stage, responses, crowdJob: { id: 'job' } as never } : stage,
  );
  return { ...run, stages };
}

it('a run in which nothing could be examined costs nothing, any other one its price', () => {
  const run = buildRun('video-authenticity');
  expect(computePrice(run, { unsearched })).toEqual({ costCents: 0 });
  expect(computePrice(run, {})).toEqual({ costCents: run.costCents });
});

it('the answers of people are charged next to the machine stages, which may be free', () => {
  const run = answered(buildRun('image-expert-review'), 5);
  expect(run.costCents).toBe(120);
  const crowdJobIds = ['job'];
  expect(computePrice(run, {})).toEqual({ costCents: 60, charge: { machineCents: 10, crowdJobIds } });
  expect(computePrice(run, { unsearched })).toEqual({
    costCents: 50,
    charge: { machineCents: 0, crowdJobIds },
  });
});

it('unpaid answers cost nothing', () => {
  const run = answered(buildRun('claim-context-crowd', true), 3);
  expect(run.costCents).toBe(10);
  expect(computePrice(run, {})).toMatchObject({ costCents: 10, charge: { machineCents: 10 } });
});

it('the answers of a canceled run stay charged, those of another failed run do not', () => {
  const run = answered(buildRun('claim-context-crowd'), 2);
  const charge = { machineCents: 0, crowdJobIds: ['job'] };
  expect(computeFailedPrice(run, { isCanceled: true })).toEqual({ costCents: 40, charge });
  expect(computeFailedPrice(run, { isCanceled: false })).toEqual({ costCents: 0, charge });
  expect(computeFailedPrice(buildRun('image-authenticity'), { isCanceled: true })).toEqual({ costCents: 10 });
});
