import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '@assay/chassis/errors';
import { submitAnswer } from '../../src/domain/answer/submit-answer.ts';
import { claimTask } from '../../src/domain/claim/claim-task.ts';
import { readJob } from '../../src/domain/job/get-job.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from './parts.ts';

let started: Started;
beforeAll(async () => {
  started = await start([]);
});
afterAll(() => started.stop());

const names = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index.toString()}`);

describe('claims', () => {
  it('give each worker each variant once, and exactly as many answers as slots', async () => {
    const parts = createCrowdParts(started, names(30, 'item '));
    const call = receiveCall(started);
    const { job } = await newJob(parts, call, { maxRepetitions: 3 });
    const answered: { readonly worker: string; readonly variant: number }[] = [];
    await Promise.all(
      names(20, 'worker').map(async (worker) => {
        const own = callAs(call, worker);
        for (;;) {
          try {
            const { claim, task } = await claimTask(parts, own, { jobId: job.id, guestName: undefined });
            await submitAnswer(parts, own, {
              claimId: claim.id,
              answers: [{ questionKey: 'flood', value: true }],
              regions: [],
            });
            answered.push({ worker, variant: task.variantIndex });
          } catch (error) {
            expect(error).toMatchObject({ reason: 'NO_TASKS' });
            if ((error as DomainError).details?.['status'] !== 'no_tasks') return;
          }
        }
      }),
    );
    expect(answered).toHaveLength(90);
    expect(new Set(answered.map(({ worker, variant }) => `${worker} ${variant.toString()}`)).size).toBe(90);
    const current = await parts.jobs.find(job.id);
    const { job: settled, counts } = await readJob(parts, current ?? job);
    expect(settled.status).toBe('finished');
    expect(counts).toMatchObject({ pendingReview: 90, available: 0, claimed: 0 });
  });

  it('are one for a worker who claims several times at once', async () => {
    const parts = createCrowdParts(started, names(30, 'item '));
    const call = receiveCall(started);
    const { job } = await newJob(parts, call);
    const claimed = await Promise.all(
      names(20, '').map(() => claimTask(parts, call, { jobId: job.id, guestName: undefined })),
    );
    expect(new Set(claimed.map(({ claim }) => claim.id)).size).toBe(1);
    expect((await parts.tasks.count([job.id])).get(job.id)).toMatchObject({ claimed: 1, available: 29 });
  });
});
