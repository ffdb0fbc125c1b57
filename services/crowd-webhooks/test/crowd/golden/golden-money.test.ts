import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallContext } from '@assay/chassis/call-context';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { returnClaim } from '../../../src/domain/crowd/claim/end-claim.ts';
import { extendJob } from '../../../src/domain/crowd/job/extend-job.ts';
import { readJob } from '../../../src/domain/crowd/job/get-job.ts';
import { countMoney } from '../../../src/domain/crowd/job/job.ts';
import { settleOverdue } from '../../../src/domain/crowd/job/sweep-jobs.ts';
import type { Question } from '../../../src/domain/crowd/survey/survey.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import type { CrowdParts } from '../parts.ts';
import { callAs, createCrowdParts, isFlood, newJob, receiveCall } from '../parts.ts';
import { listNames } from '../work.ts';

let started: Started;
let parts: CrowdParts;
let call: CallContext;
beforeAll(async () => {
  started = await start([]);
  call = receiveCall(started);
  const created = createCrowdParts(started);
  const lists = [
    { id: 'item', name: 'item', values: ['one', 'two', 'known'] },
    { id: 'truth', name: 'truth', values: ['', '', 'true'] },
  ];
  const groups = [{ name: 'both', listIds: ['item', 'truth'] }];
  parts = {
    ...created,
    inputs: { ...created.inputs, readInputData: () => Promise.resolve({ lists, groups }) },
  };
});
afterAll(() => started.stop());

const question: Question = { ...isFlood, golden: { expected: '{{truth.value}}' } };
const dayMs = 86_400_000;

async function read(jobId: string) {
  const current = await parts.jobs.find(jobId);
  if (current === undefined) throw new Error('the job is gone');
  const found = await readJob(parts, current);
  return { ...found, ...countMoney(found) };
}

it('has no golden task after an extension, if the end of the job released their money', async () => {
  const { job } = await newJob(parts, call, { goldenTaskRatio: 0.5, maxRepetitions: 10 }, [question]);
  expect(job.goldenSlots).toBe(10);
  started.clock.advance(31 * dayMs);
  await settleOverdue(parts);
  expect(await read(job.id)).toMatchObject({ heldCents: 0, counts: { closed: 20 } });
  const validUntil = new Date(started.clock.now().getTime() + dayMs);
  await extendJob(parts, call, { jobId: job.id, additionalRepetitions: 20, validUntil });
  const kinds = [];
  for (const worker of listNames(30, 'worker')) {
    const own = callAs(call, worker);
    const { claim, task } = await claimTask(parts, own, { jobId: job.id, guestName: undefined });
    kinds.push(task.isGolden);
    await returnClaim(parts, own, claim.id);
  }
  // One claim in three would be golden.
  expect(kinds).not.toContain(true);
  expect(await read(job.id)).toMatchObject({ heldCents: 40 * 12, counts: { available: 40 } });
});
