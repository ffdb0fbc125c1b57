import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallContext } from '@assay/chassis/call-context';
import { readJob } from '../../../src/domain/crowd/job/get-job.ts';
import { countMoney } from '../../../src/domain/crowd/job/job.ts';
import { releaseFunds, settleJob } from '../../../src/domain/crowd/job/settle-job.ts';
import { getStats } from '../../../src/domain/crowd/quality/get-stats.ts';
import { listConsensus } from '../../../src/domain/crowd/quality/list-consensus.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import type { CrowdParts } from '../parts.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from '../parts.ts';
import { listNames, workToTheEnd } from '../work.ts';

let started: Started;
let parts: CrowdParts;
let call: CallContext;
beforeAll(async () => {
  started = await start([]);
  parts = createCrowdParts(started, ['agreed', 'disputed']);
  call = receiveCall(started);
});
afterAll(() => started.stop());

it('slots open while the answers disagree, and the rest is closed and released when they agree', async () => {
  const terms = { maxRepetitions: 7, minResponses: 2, consensusThreshold: 0.65, autoAcceptHours: 0 };
  const { job } = await newJob(parts, call, terms);
  expect((await readJob(parts, job)).counts).toMatchObject({ available: 4, unopened: 10 });
  // Each worker answers both variants: the first one shows a flood to all, the second to every other worker.
  for (const [index, worker] of listNames(7, 'worker').entries()) {
    const answer = (variantIndex: number) => variantIndex === 0 || index % 2 === 0;
    await workToTheEnd(parts, callAs(call, worker), { jobId: job.id, answer });
  }
  const current = (await parts.jobs.find(job.id)) ?? job;
  const settled = await releaseFunds(parts, await settleJob(parts, current));
  const read = await readJob(parts, settled);
  expect(settled.status).toBe('finished');
  const { accepted, closed } = read.counts;
  expect(accepted + closed).toBe(14);
  expect(closed).toBe(5);
  expect(countMoney(read)).toEqual({ heldCents: 0, spentCents: accepted * 12 });
  const page = { limit: 10, offset: 0 };
  const { items } = await listConsensus(parts, call, { jobId: job.id, method: 'bayes', page });
  const [disputed, agreed] = items;
  expect(agreed).toMatchObject({ variantIndex: 0, value: { flood: true }, responses: 2 });
  expect(disputed).toMatchObject({ variantIndex: 1, responses: 7 });
  const majority = await listConsensus(parts, call, { jobId: job.id, method: 'majority', page });
  expect(majority.items[0]?.confidence).toBeCloseTo(4 / 7);
  const stats = await getStats(parts, call, job.id);
  expect(stats.workers).toHaveLength(7);
  expect(stats.alpha).toBeTypeOf('number');
});
