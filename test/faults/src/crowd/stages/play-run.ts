import { setTimeout as pause } from 'node:timers/promises';
import type { DomainError } from '@assay/chassis/errors';
import type { SeededRandom } from '@assay/test-kit/seeded-random';
import { patiently } from '../crowd-platform.ts';
import { repeat } from '../../datasets/patient-client.ts';
import { insist } from '../../journal.ts';
import type { StagePlatform } from './stage-platform.ts';

/** The steps of a crowd stage in which a process can die. */
export const steps = ['machines', 'asked', 'claimed', 'answered', 'closed'] as const;
export type Step = (typeof steps)[number];

/** How the client ends the run: by answers, by canceling it or by archiving its job after a number of answers. */
export interface Plan {
  readonly pipelineSlug: 'image-expert-review' | 'claim-context-crowd';
  readonly end: 'answers' | 'cancel' | 'archive';
  /** The number of answers before `cancel` or `archive`. */
  readonly after: number;
}

export interface PlayedRun {
  readonly id: string;
  readonly plan: Plan;
  step: Step | 'ended';
}

const questions = { 'image-expert-review': 'changed', 'claim-context-crowd': 'bears_out' } as const;
const values = {
  changed: ['no', 'no', 'yes', 'cannot_tell'],
  bears_out: ['supported', 'supported', 'contradicted', 'cannot_tell'],
} as const;
const longestPlayMs = 600_000;

/** Draws the plan of the run with this number. */
export function drawPlan(random: SeededRandom, index: number): Plan {
  const ends = ['answers', 'answers', 'answers', 'cancel', 'archive'] as const;
  return {
    pipelineSlug: index % 2 === 0 ? 'image-expert-review' : 'claim-context-crowd',
    end: ends[random.below(ends.length)] ?? 'answers',
    after: random.below(3),
  };
}

/** Starts a run on a file of its own. */
export async function startRun(
  { rest, projectId, photograph }: StagePlatform,
  plan: Plan,
  tag: string,
): Promise<PlayedRun> {
  const file = { name: `${tag}.jpg`, bytes: photograph, type: 'image/jpeg' };
  const { body: uploaded } = await insist(
    () => rest.upload(projectId, file),
    ({ status }) => status === 201,
  );
  await insist(
    () => rest.get(`/v2/files/${uploaded.id as string}`),
    ({ status, body }) => status === 200 && body.enrichmentStatus === 'completed',
  );
  const order = {
    pipelineSlug: plan.pipelineSlug,
    fileIds: [uploaded.id as string],
    ...(plan.pipelineSlug === 'claim-context-crowd'
      ? { contextData: { claim_text: 'The bridge is closed.', claimed_source: 'The city' } }
      : {}),
  };
  const { body: run } = await repeat(
    () =>
      rest.post(`/v2/projects/${projectId}/verification-runs`, order, { 'idempotency-key': `${tag}-start` }),
    201,
  );
  return { id: run.id as string, plan, step: 'machines' };
}

/** Lets people answer the stages of a run until it has ended. */
export async function playRun(on: StagePlatform, random: SeededRandom, played: PlayedRun): Promise<void> {
  const { rest, projectId } = on;
  const path = `/v2/projects/${projectId}/verification-runs/${played.id}`;
  const deadline = Date.now() + longestPlayMs;
  let answers = 0;
  while (Date.now() < deadline) {
    const { body: run } = await repeat(() => rest.get(path), 200);
    if (['completed', 'failed'].includes(run.status)) {
      played.step = 'ended';
      return;
    }
    const stage = run.stages.find(({ status }: { status: string }) => status === 'awaiting_crowd');
    if (stage === undefined) {
      played.step = answers === 0 ? 'machines' : 'closed';
      await pause(100);
      continue;
    }
    played.step = 'asked';
    if (played.plan.end !== 'answers' && answers >= played.plan.after) {
      await endEarly(on, played, stage.crowdJobId);
      await pause(200);
      continue;
    }
    const worker = `worker-${played.id}-${stage.slug as string}-${answers.toString()}`;
    if (await answer(on, random, { played, jobId: stage.crowdJobId, worker })) answers += 1;
    else await pause(100);
  }
  throw new Error(`run ${played.id} did not end`);
}

async function endEarly({ rest, projectId }: StagePlatform, { id, plan }: PlayedRun, jobId: string) {
  if (plan.end === 'cancel')
    await rest.post(`/v2/projects/${projectId}/verification-runs/${id}/cancel`).catch(() => undefined);
  else await rest.post(`/v2/crowd-jobs/${jobId}/archive`, {}).catch(() => undefined);
}

interface Work {
  readonly played: PlayedRun;
  readonly jobId: string;
  readonly worker: string;
}

/** False when there is nothing to answer now. */
async function answer(
  on: StagePlatform,
  random: SeededRandom,
  { played, jobId, worker }: Work,
): Promise<boolean> {
  const call = on.callAs(worker);
  const questionKey = questions[played.plan.pipelineSlug];
  const choices = values[questionKey];
  const value = choices[random.below(choices.length)] ?? choices[0];
  try {
    const { claim } = await patiently(() => on.work.claimTask(call, { jobId }));
    const claimId = claim?.claimId ?? '';
    const fileId = claim?.files[0]?.fileId ?? '';
    played.step = 'claimed';
    const where = { questionKey: 'where', value: [{ fileId, x: 0.2, y: 0.2, width: 0.3, height: 0.3 }] };
    const needsPlace = claim?.survey?.questions.some(({ key }) => key === 'where') === true;
    const answers = [
      { questionKey, value },
      ...(needsPlace && value === 'yes' ? [where] : []),
      ...(questionKey === 'bears_out' && value !== 'cannot_tell'
        ? [{ questionKey: 'source', value: 'A reader said so.' }]
        : []),
    ];
    await patiently(() => on.work.submitAnswer(call, { claimId, answers, regions: [] }));
    played.step = 'answered';
    return true;
  } catch (error) {
    const { status } = error as DomainError;
    // The job does not exist yet, has no free slot, or ended under the hand of the worker.
    if (!['FAILED_PRECONDITION', 'NOT_FOUND'].includes(status)) throw error;
    return false;
  }
}
