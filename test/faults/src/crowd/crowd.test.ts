/** Workers race for the tasks of a job, and processes are killed: no answer is lost or paid twice. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DomainError } from '@assay/chassis/errors';
import { PendingAnswers } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { JobStatus } from '@assay/proto/crowd/v1/crowd_job';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKiller } from '../datasets/kill-victims.ts';
import { patiently, startCrowdPlatform, unitCents } from './crowd-platform.ts';
import type { CrowdPlatform } from './crowd-platform.ts';
import { countEvents, findRepeated, listAnswers } from './list-answers.ts';
import { runMixedOperations } from './mixed-operations.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const size = isWhole
  ? { tasks: 1_000, workers: 200, operations: 2_000, variants: 200, people: 20 }
  : { tasks: 40, workers: 20, operations: 150, variants: 30, people: 6 };
const limits = isWhole
  ? { longestPauseMs: 4_000, minRounds: 4, maxRounds: 40 }
  : { longestPauseMs: 1_500, minRounds: 2, maxRounds: 2 };
const repetitions = 3;
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

let on: CrowdPlatform;
beforeAll(async () => {
  on = await startCrowdPlatform();
});
afterAll(() => on.stop());

function report(line: string): void {
  process.stderr.write(`crowd: ${line}\n`);
}

/** Claims and answers until the job is finished. */
async function workToTheEnd(jobId: string, userId: string): Promise<void> {
  const call = on.callAs(userId);
  for (;;) {
    try {
      const { claim } = await patiently(() => on.work.claimTask(call, { jobId }));
      const claimId = claim?.claimId ?? '';
      const answers = [{ questionKey: 'seen', value: true }];
      await patiently(() => on.work.submitAnswer(call, { claimId, answers, regions: [] }));
    } catch (error) {
      const { reason, details } = error as DomainError;
      if (reason !== 'NO_TASKS') throw error;
      if (details?.['status'] !== 'no_tasks') return;
      // Each free slot belongs to a variant that this worker has answered, or none is free.
      await pause(500);
    }
  }
}

async function expectMoneyAddsUp(): Promise<void> {
  const { availableCents, heldCents, spentCents, fundedCents } = await on.readMoney();
  expect(availableCents + heldCents + spentCents).toBe(fundedCents);
}

it(
  `${size.workers.toString()} workers give exactly ${(size.tasks * repetitions).toString()} answers to ${size.tasks.toString()} tasks`,
  { timeout: 1_800_000, retry: 0 },
  async () => {
    const before = await on.readMoney();
    const jobId = await on.createJob(size.tasks, repetitions);
    const startedAt = performance.now();
    const people = Array.from({ length: size.workers }, (_, index) => `racer-${index.toString()}`);
    await Promise.all(people.map((person) => workToTheEnd(jobId, person)));
    const seconds = (performance.now() - startedAt) / 1_000;
    const answers = await listAnswers(on.stored, jobId);
    report(
      `${answers.length.toString()} answers of ${size.workers.toString()} workers in ${seconds.toFixed(0)} s`,
    );
    expect(answers).toHaveLength(size.tasks * repetitions);
    expect(findRepeated(answers)).toEqual([]);
    await expect.poll(() => countEvents(on.stored, jobId)).toMatchObject({ 'job.finished': 1 });
    for (let remaining = 1; remaining > 0;) {
      const request = { jobId, answerIds: [], allPending: true };
      const accepted = await patiently(() => on.answers.acceptCrowdAnswers(on.requester(), request));
      remaining = accepted.remaining ?? 0;
    }
    const spentCents = before.spentCents + answers.length * unitCents;
    await expect
      .poll(() => on.readMoney(), { timeout: 120_000 })
      .toMatchObject({ spentCents, heldCents: before.heldCents });
    await expectMoneyAddsUp();
  },
);

it(
  `no answer of ${size.operations.toString()} mixed operations is lost or paid twice while processes are killed`,
  { timeout: 1_800_000, retry: 0 },
  async () => {
    report(`seed ${seed.toString()}`);
    const random = createRandom(seed);
    const before = await on.readMoney();
    const jobId = await on.createJob(size.variants, repetitions);
    const { nats, mongodb } = on.servers.processes;
    const { 'crowd-webhooks': crowd, billing } = on.platform.processes;
    const victims = [crowd, billing, nats, mongodb].filter((victim) => victim !== undefined);
    const killer = createKiller({ victims, random, ...limits });
    const operations = { on, jobId, random, workers: size.people, operations: size.operations };
    let submitted: ReadonlySet<string> = new Set();
    await killer.killDuring(async () => {
      ({ submitted } = await runMixedOperations(operations));
    });
    const kills = [...killer.kills].map(([name, count]) => `${name} ${count.toString()}`);
    report(`${submitted.size.toString()} answers acknowledged; kills: ${kills.join(', ')}`);
    expect(killer.kills.size).toBe(victims.length);
    const call = on.requester();
    await expect
      .poll(
        async () => (await listAnswers(on.stored, jobId)).filter(({ status }) => status === 'submitting'),
        {
          timeout: 60_000,
        },
      )
      .toEqual([]);
    await patiently(() =>
      on.jobs.archiveCrowdJob(call, { jobId, pendingAnswers: PendingAnswers.ACCEPT_ALL }),
    );
    const answers = await listAnswers(on.stored, jobId);
    const stored = new Set(answers.map(({ _id }) => _id));
    expect([...submitted].filter((id) => !stored.has(id))).toEqual([]);
    expect(findRepeated(answers.filter(({ status }) => status !== 'rejected'))).toEqual([]);
    const accepted = answers.filter(({ status }) => status === 'accepted').length;
    const { job } = await on.jobs.getCrowdJob(call, { jobId });
    expect(job).toMatchObject({ status: JobStatus.ARCHIVED, spentCents: accepted * unitCents });
    const open = (job?.counts?.claimed ?? 0) * unitCents;
    await expect
      .poll(() => on.readMoney(), { timeout: 180_000, interval: 500 })
      .toMatchObject({
        spentCents: before.spentCents + accepted * unitCents,
        heldCents: before.heldCents + open,
      });
    await expectMoneyAddsUp();
  },
);
