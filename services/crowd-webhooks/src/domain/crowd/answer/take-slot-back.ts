import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import type { Job } from '../job/job.ts';
import { settleJob } from '../job/settle-job.ts';
import { giveUpHold, holdWasReleased, ownByTask } from '../money/give-up-hold.ts';
import { findUsable, withHold, withoutHold } from '../money/pending-hold.ts';
import type { PendingHold } from '../money/pending-hold.ts';
import { addSurplus, openSlots, setState } from '../task/change-task.ts';
import { countSlots } from '../task/task.ts';
import type { Task } from '../task/task.ts';
import type { Answer, AnswerStatus } from './answer.ts';
import { applyRules } from './complete-submission.ts';
import type { CompletionDeps } from './complete-submission.ts';
import { syncTask } from './sync-task.ts';

export type SlotDeps = CompletionDeps & Pick<Deps, 'billing' | 'logger'>;

export interface SlotRequest {
  readonly job: Job;
  readonly answer: Answer;
  /** The state that the answer is about to get. */
  readonly state: Exclude<AnswerStatus, 'rejected'>;
}

/**
 * Gives a rejected answer its slot back before its rejection is taken back. If another worker has the slot, the job gets one more, whose money
 * is held first. Returns the answer with its next revision, which guards the change of its state; undefined if it changed meanwhile. The
 * errors of `raiseHold`. Each path ends in `syncTask` for this revision or a later one, so that the task gets the state that was stored.
 */
export async function takeSlotBack(
  deps: SlotDeps,
  call: CallContext,
  { job, answer, state }: SlotRequest,
): Promise<Answer | undefined> {
  // The sweep gives the task the state of the answer again if this process dies after the task has changed.
  const touched = await deps.answers.update(answer, {}, { now: deps.clock.now() });
  if (touched === undefined) return undefined;
  try {
    // At the end of a job its slots are closed first, and the answer gets one more.
    await changeSlot(deps, call, { job: await settleJob(deps, job), answer: touched, state });
  } catch (error) {
    await syncTask(deps, touched);
    throw error;
  }
  return touched;
}

async function changeSlot(deps: SlotDeps, call: CallContext, request: SlotRequest): Promise<void> {
  const hold = await fillFreeSlot(deps, request);
  if (hold === 'filled') return;
  const { job, answer } = request;
  const findOwner = async () => {
    const task = await deps.tasks.find(answer.jobId, answer.taskId);
    return task && ownByTask(deps.tasks, task);
  };
  try {
    await deps.billing.raiseHold(call, job, hold);
    await markJob(deps, job.id);
    await addSlot(deps, request);
  } catch (error) {
    await giveUpHold(deps, { hold, findOwner, error });
    throw error;
  }
  // Another worker may have left a slot meanwhile, so that the hold was not needed.
  await giveUpHold(deps, { hold, findOwner, error: undefined });
}

/** Fills a free slot. Without one, names the hold of one more slot in the task. */
function fillFreeSlot(deps: SlotDeps, request: SlotRequest): Promise<PendingHold | 'filled'> {
  const { job, answer } = request;
  return retryOnConflict(async () => {
    const task = await findRejected(deps, answer);
    if (task === undefined) return 'filled';
    if (hasSlot(task)) return (await storeSlot(deps, task, request)) && 'filled';
    const holds = task.pendingHolds ?? [];
    const operationId = answer.id;
    const since = deps.clock.now();
    const added = { holdId: newId(), operationId, amountCents: job.unitCents, since, isAbandoned: false };
    const hold = { ...(findUsable(holds, operationId) ?? added), since };
    return (await deps.tasks.replace({ ...task, pendingHolds: withHold(holds, hold) })) && hold;
  });
}

/** From now on, the money of slots that are closed is released while the job is running. */
function markJob({ jobs, clock }: SlotDeps, jobId: string): Promise<unknown> {
  return retryOnConflict(async () => {
    const job = await jobs.find(jobId);
    if (job === undefined || job.hasSurplusSlots) return true;
    return jobs.update(job, { hasSurplusSlots: true, updatedAt: clock.now() });
  });
}

/** Adds the slot that is paid for, unless one is free by now. */
async function addSlot(deps: SlotDeps, request: SlotRequest): Promise<void> {
  const { answer } = request;
  await retryOnConflict(async () => {
    const task = await findRejected(deps, answer);
    if (task === undefined) return true;
    if (hasSlot(task)) return storeSlot(deps, task, request);
    const holds = task.pendingHolds ?? [];
    const hold = findUsable(holds, answer.id);
    if (hold === undefined) throw holdWasReleased();
    const added = { ...addSurplus(task, 1), pendingHolds: withoutHold(holds, hold) };
    return storeSlot(deps, added, request);
  });
}

/** Finds the task of an answer while its claim is rejected. Without a free slot, one that was not opened yet is opened. */
async function findRejected({ tasks }: SlotDeps, { id, jobId, taskId }: Answer): Promise<Task | undefined> {
  const task = await tasks.find(jobId, taskId);
  if (task?.claims.find((claim) => claim.id === id)?.state !== 'rejected') return undefined;
  return hasSlot(task) ? task : openSlots(task, 1);
}

function hasSlot(task: Task): boolean {
  return task.isGolden || countSlots(task).free > 0;
}

/** The answer counts again, so the answers may agree now. */
async function storeSlot(deps: SlotDeps, task: Task, { job, answer, state }: SlotRequest): Promise<boolean> {
  return deps.tasks.replace(await applyRules(deps, job, setState(task, answer.id, state)));
}
