import type { CallContext } from '@assay/chassis/call-context';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { showClaim } from '../../../src/domain/crowd/claim/show-claim.ts';
import type { Question } from '../../../src/domain/crowd/survey/survey.ts';
import { toClaimMessage } from '../../../src/rpc/work-message.ts';
import type { Started } from '../../start.ts';
import { callAs, createCrowdParts, isFlood, newJob, receiveCall } from '../parts.ts';
import type { CrowdParts } from '../parts.ts';
import { listNames, submit } from '../work.ts';

/** A claim as its worker sees it, and the truth about its task. */
interface SeenClaim {
  readonly isGolden: boolean;
  /** The numbers from which a worker could guess. */
  readonly index: number;
  readonly id: number;
  /** The distance of the index from that of the claim before. */
  readonly step: number;
  /** The number of the claim among those of the worker. */
  readonly rank: number;
  /** The number of the variant, which requesters see: what workers saw before. */
  readonly variantIndex: number;
}

interface GoldenJob {
  readonly ordinary: number;
  readonly golden: number;
  readonly workers: number;
  readonly ratio: number;
}

/** Creates a job whose golden variants are the last ones of the input, and lets workers claim and answer all that they get. */
export async function simulateGolden(
  started: Pick<Started, 'db' | 'clock' | 'config'>,
  { ordinary, golden, workers, ratio }: GoldenJob,
): Promise<readonly SeenClaim[]> {
  const items = listNames(ordinary + golden, 'item ');
  const truths = items.map((_item, index) => (index < ordinary ? '' : 'true'));
  const lists = [
    { id: 'item', name: 'item', values: items },
    { id: 'truth', name: 'truth', values: truths },
  ];
  const groups = [{ name: 'both', listIds: ['item', 'truth'] }];
  const created = createCrowdParts(started);
  const readInputData = () => Promise.resolve({ lists, groups });
  const parts = { ...created, inputs: { ...created.inputs, readInputData } };
  const call = receiveCall(started);
  const question: Question = { ...isFlood, golden: { expected: '{{truth.value}}' } };
  const order = { goldenTaskRatio: ratio, maxRepetitions: workers };
  const { job } = await newJob(parts, call, order, [question]);
  const seen: SeenClaim[] = [];
  for (const worker of listNames(workers, 'worker'))
    seen.push(...(await answerAll(parts, callAs(call, worker), job.id)));
  return seen;
}

async function answerAll(parts: CrowdParts, call: CallContext, jobId: string): Promise<readonly SeenClaim[]> {
  const seen: SeenClaim[] = [];
  for (;;) {
    const claimed = await claimTask(parts, call, { jobId, guestName: undefined }).catch((error: unknown) => {
      if ((error as { readonly reason?: string }).reason === 'NO_TASKS') return undefined;
      throw error;
    });
    if (claimed === undefined) return seen;
    const { variantIndex: index, taskId, claimId } = toClaimMessage(await showClaim(parts, call, claimed));
    const { isGolden, variantIndex } = claimed.task;
    const id = Number.parseInt(taskId.slice(0, 8), 36);
    seen.push({
      isGolden,
      index,
      id,
      step: index - (seen.at(-1)?.index ?? 0),
      rank: seen.length,
      variantIndex,
    });
    await submit(parts, call, claimId);
  }
}

/**
 * Measures how well one number separates golden tasks from others: the probability that a golden task has the higher one (the area under the ROC
 * curve), in standard errors from a half. More than 4 is no chance.
 */
export function measureDeviation(seen: readonly SeenClaim[], read: (claim: SeenClaim) => number): number {
  const golden = seen.filter(({ isGolden }) => isGolden).map(read);
  const others = seen.filter(({ isGolden }) => !isGolden).map(read);
  let wins = 0;
  for (const one of golden) for (const other of others) wins += one > other ? 1 : one === other ? 0.5 : 0;
  const pairs = golden.length * others.length;
  const error = Math.sqrt((golden.length + others.length + 1) / (12 * pairs));
  return (wins / pairs - 0.5) / error;
}

/** Keeps one claim of each task. Numbers that belong to a task, such as its id, are independent for these alone. */
export function distinctTasks(seen: readonly SeenClaim[]): readonly SeenClaim[] {
  return [...new Map(seen.map((claim) => [claim.id, claim])).values()];
}
