import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { readJob } from '../../../src/domain/crowd/job/get-job.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from '../parts.ts';
import { listNames, workToTheEnd } from '../work.ts';

let started: Started;
beforeAll(async () => {
  started = await start([]);
});
afterAll(() => started.stop());

describe('claims', () => {
  it('give each worker each variant once, and exactly as many answers as slots', async () => {
    const parts = createCrowdParts(started, listNames(30, 'item '));
    const call = receiveCall(started);
    const { job } = await newJob(parts, call, { maxRepetitions: 3 });
    const workers = listNames(20, 'worker');
    const variants = await Promise.all(
      workers.map((worker) => workToTheEnd(parts, callAs(call, worker), { jobId: job.id })),
    );
    for (const own of variants) expect(new Set(own).size).toBe(own.length);
    expect(variants.flat()).toHaveLength(90);
    const current = await parts.jobs.find(job.id);
    const { job: settled, counts } = await readJob(parts, current ?? job);
    expect(settled.status).toBe('finished');
    expect(counts).toMatchObject({ pendingReview: 90, available: 0, claimed: 0 });
  });

  it('are one for a worker who claims several times at once', async () => {
    const parts = createCrowdParts(started, listNames(30, 'item '));
    const call = receiveCall(started);
    const { job } = await newJob(parts, call);
    const claimed = await Promise.all(
      listNames(20, '').map(() => claimTask(parts, call, { jobId: job.id, guestName: undefined })),
    );
    expect(new Set(claimed.map(({ claim }) => claim.id)).size).toBe(1);
    expect((await parts.tasks.count([job.id])).get(job.id)).toMatchObject({ claimed: 1, available: 29 });
  });
});
