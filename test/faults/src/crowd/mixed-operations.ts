import { setTimeout as pause } from 'node:timers/promises';
import type { SeededRandom } from '@assay/test-kit/seeded-random';
import { RejectionCategory } from '@assay/proto/crowd/v1/crowd_answer';
import { patiently } from './crowd-platform.ts';
import type { CrowdPlatform } from './crowd-platform.ts';

/** The answers that clients know, and the number of their operations. */
export interface Acknowledged {
  readonly submitted: Set<string>;
  operations: number;
}

interface Mixed {
  readonly on: CrowdPlatform;
  readonly jobId: string;
  readonly random: SeededRandom;
  readonly workers: number;
  readonly operations: number;
}

/** Runs operations of workers and requesters side by side, each repeated while processes are dead. */
export async function runMixedOperations(mixed: Mixed): Promise<Acknowledged> {
  const acknowledged: Acknowledged = { submitted: new Set(), operations: 0 };
  const goesOn = () => acknowledged.operations < mixed.operations;
  const people = Array.from({ length: mixed.workers }, (_, index) =>
    workAlong(mixed, `worker-${index.toString()}`, acknowledged, goesOn),
  );
  await Promise.all([...people, reviewAlong(mixed, acknowledged, goesOn)]);
  return acknowledged;
}

/** A refusal by a rule, such as a state that does not allow the operation, is an answer too. */
async function attempt<T>(acknowledged: Acknowledged, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await patiently(call);
  } catch (error) {
    const { status = '' } = error as { readonly status?: string };
    if (!['FAILED_PRECONDITION', 'NOT_FOUND', 'INVALID_ARGUMENT'].includes(status)) throw error;
    await pause(50);
    return undefined;
  } finally {
    acknowledged.operations += 1;
  }
}

async function workAlong(
  { on, jobId, random }: Mixed,
  userId: string,
  acknowledged: Acknowledged,
  goesOn: () => boolean,
): Promise<void> {
  const call = on.callAs(userId);
  while (goesOn()) {
    const claimed = await attempt(acknowledged, () => on.work.claimTask(call, { jobId }));
    const claimId = claimed?.claim?.claimId;
    if (claimId === undefined) continue;
    const choice = random.below(10);
    if (choice === 0) await attempt(acknowledged, () => on.work.returnClaim(call, { claimId }));
    if (choice === 1) await attempt(acknowledged, () => on.work.extendClaim(call, { claimId }));
    if (choice === 0) continue;
    const answers = [{ questionKey: 'seen', value: true }];
    const submitted = await attempt(acknowledged, () =>
      on.work.submitAnswer(call, { claimId, answers, regions: [] }),
    );
    if (submitted?.answer !== undefined) acknowledged.submitted.add(submitted.answer.id);
  }
}

async function reviewAlong(
  { on, jobId, random }: Mixed,
  acknowledged: Acknowledged,
  goesOn: () => boolean,
): Promise<void> {
  const call = on.requester();
  const reason = 'The answer does not describe the image.';
  const rejectionCategory = RejectionCategory.OTHER;
  const operations: readonly ((answerId: string) => Promise<unknown>)[] = [
    (answerId) => on.answers.acceptCrowdAnswer(call, { jobId, answerId }),
    (answerId) => on.answers.acceptCrowdAnswer(call, { jobId, answerId }),
    (answerId) =>
      on.answers.rejectCrowdAnswer(call, { jobId, answerId, rejectionCategory, rejectionReason: reason }),
    (answerId) => on.answers.undoCrowdRejection(call, { jobId, answerId, reason: 'By mistake.' }),
    () => on.jobs.pauseCrowdJob(call, { jobId }),
    () => on.jobs.resumeCrowdJob(call, { jobId }),
    () => on.jobs.resumeCrowdJob(call, { jobId }),
  ];
  while (goesOn()) {
    const known = [...acknowledged.submitted];
    const answerId = known[random.below(Math.max(known.length, 1))] ?? 'none';
    const operation = operations[random.below(operations.length)];
    if (operation !== undefined) await attempt(acknowledged, () => operation(answerId));
  }
  await attempt(acknowledged, () => on.jobs.resumeCrowdJob(call, { jobId }));
}
