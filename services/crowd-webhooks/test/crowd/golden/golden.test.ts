import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallContext } from '@assay/chassis/call-context';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { returnClaim } from '../../../src/domain/crowd/claim/end-claim.ts';
import { showClaim } from '../../../src/domain/crowd/claim/show-claim.ts';
import { readJob } from '../../../src/domain/crowd/job/get-job.ts';
import { countMoney } from '../../../src/domain/crowd/job/job.ts';
import type { Question } from '../../../src/domain/crowd/survey/survey.ts';
import { getWorkerJob } from '../../../src/domain/crowd/job/list-worker-jobs.ts';
import { toClaimMessage, toOwnAnswer } from '../../../src/rpc/work-message.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import type { CrowdParts } from '../parts.ts';
import { callAs, createCrowdParts, isFlood, newJob, receiveCall } from '../parts.ts';
import { listNames, submit } from '../work.ts';

let started: Started;
let parts: CrowdParts;
let call: CallContext;
beforeAll(async () => {
  started = await start([]);
  call = receiveCall(started);
  const items = listNames(6, 'item ');
  const truths = ['', '', '', '', 'true', 'false'];
  const lists = [
    { id: 'item', name: 'item', values: items },
    { id: 'truth', name: 'truth', values: truths },
  ];
  const groups = [{ name: 'both', listIds: ['item', 'truth'] }];
  const created = createCrowdParts(started);
  parts = {
    ...created,
    inputs: { ...created.inputs, readInputData: () => Promise.resolve({ lists, groups }) },
  };
});
afterAll(() => started.stop());

const question: Question = { ...isFlood, golden: { expected: '{{truth.value}}' } };

it('golden tasks look like others to a worker, measure the worker, and are paid at once', async () => {
  const { job } = await newJob(parts, call, { goldenTaskRatio: 0.5, maxRepetitions: 5 }, [question]);
  expect(job).toMatchObject({ variantCount: 4, goldenSlots: 10, estimatedCostCents: 30 * 12 });
  const forms = { golden: new Set<string>(), other: new Set<string>() };
  const correct = new Map<string, number>();
  for (const worker of listNames(6, 'worker')) {
    for (const { isGolden, isRight, form } of await answerAll(job.id, worker)) {
      forms[isGolden ? 'golden' : 'other'].add(form);
      if (isRight) correct.set(worker, (correct.get(worker) ?? 0) + 1);
    }
  }
  expect(forms.other.size).toBe(1);
  expect(forms.golden).toEqual(forms.other);
  const { counts, job: read } = await readJob(parts, (await parts.jobs.find(job.id)) ?? job);
  expect(counts.goldenAccepted).toBeGreaterThan(0);
  expect(countMoney({ job: read, counts }).spentCents).toBe(counts.goldenAccepted * 12);
  for (const [worker, right] of correct) {
    const found = await parts.workers.findPerson(call.organizationId, `user:${worker}`);
    expect(found?.goldenCorrect).toBe(right);
  }
});

it('each claim takes one of the free slots that a worker sees, and its return gives one back', async () => {
  const { job } = await newJob(parts, call, { goldenTaskRatio: 0.5, maxRepetitions: 20 }, [question]);
  const readSlots = async (own: CallContext) => (await getWorkerJob(parts, own, job.id)).availableSlots;
  const kinds = new Set<boolean>();
  for (const worker of listNames(30, 'viewer')) {
    const own = callAs(call, worker);
    const before = await readSlots(own);
    const { claim, task } = await claimTask(parts, own, { jobId: job.id, guestName: undefined });
    kinds.add(task.isGolden);
    expect(await readSlots(own)).toBe(before - 1);
    await returnClaim(parts, own, claim.id);
    expect(await readSlots(own)).toBe(before);
  }
  // One claim in three is golden: 30 of one kind have the probability 5e-6.
  expect(kinds.size).toBe(2);
});

/** Answers all tasks that a worker gets with true, and returns the form of what the worker saw of each. */
async function answerAll(jobId: string, worker: string) {
  const own = callAs(call, worker);
  const seen: { readonly isGolden: boolean; readonly isRight: boolean; readonly form: string }[] = [];
  for (;;) {
    const claimed = await claimTask(parts, own, { jobId, guestName: undefined }).catch(() => undefined);
    if (claimed === undefined) return seen;
    const { isGolden, variant } = claimed.task;
    const claim = toClaimMessage(await showClaim(parts, own, claimed));
    const answer = toOwnAnswer(await submit(parts, own, claimed.claim.id, true), started.clock.now());
    expect(JSON.stringify([claim, answer])).not.toContain('truth');
    const form = JSON.stringify([Object.keys(claim), claim.inputData, answer.status]).replace(
      /item \d/u,
      'item',
    );
    seen.push({ isGolden, isRight: variant.values?.['truth'] === 'true', form });
  }
}
