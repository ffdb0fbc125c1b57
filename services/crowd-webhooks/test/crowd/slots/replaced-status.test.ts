/** A status that is answered belongs to the slots that were read with it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallContext } from '@assay/chassis/call-context';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { archiveJob } from '../../../src/domain/crowd/answer/archive-job.ts';
import { pauseJob } from '../../../src/domain/crowd/job/change-job.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import type { CrowdParts } from '../parts.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from '../parts.ts';

let started: Started;
let parts: CrowdParts;
let call: CallContext;
beforeAll(async () => {
  started = await start([]);
  parts = createCrowdParts(started, ['one', 'two']);
  call = receiveCall(started);
});
afterAll(() => started.stop());

const claim = (from: CrowdParts, jobId: string, worker: string) =>
  claimTask(from, callAs(call, worker), { jobId, guestName: undefined });

/** Creates a job whose slots are all taken, and parts that archive it while a call reads its slots. */
async function archiveWhileSlotsAreRead(): Promise<{ readonly jobId: string; readonly during: CrowdParts }> {
  const { job } = await newJob(parts, call);
  await claim(parts, job.id, 'ann');
  await claim(parts, job.id, 'bob');
  const tasks = {
    ...parts.tasks,
    isUnfinished: async (jobId: string) => {
      await archiveJob(parts, call, { jobId, acceptAll: false });
      return parts.tasks.isUnfinished(jobId);
    },
  };
  return { jobId: job.id, during: { ...parts, tasks } };
}

it('a claim that meets an archive says that the job is archived', async () => {
  const { jobId, during } = await archiveWhileSlotsAreRead();
  await expect(claim(during, jobId, 'cem')).rejects.toMatchObject({
    reason: 'NO_TASKS',
    details: { state: 'archived' },
  });
});

it('a pause that meets an archive says that the job is archived', async () => {
  const { jobId, during } = await archiveWhileSlotsAreRead();
  await expect(pauseJob(during, call, jobId)).rejects.toMatchObject({
    reason: 'JOB_STATE',
    details: { state: 'archived' },
  });
});
