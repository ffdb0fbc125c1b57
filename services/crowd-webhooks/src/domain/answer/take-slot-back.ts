import type { CallContext } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import type { Job } from '../job/job.ts';
import { setState } from '../task/change-task.ts';
import { countSlots } from '../task/task.ts';
import type { Answer, AnswerStatus } from './answer.ts';
import type { CompletionDeps } from './complete-submission.ts';
import { syncTask } from './sync-task.ts';

export type SlotDeps = CompletionDeps & Pick<Deps, 'billing'>;

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
    await changeSlot(deps, call, { job, answer: touched, state });
  } catch (error) {
    await syncTask(deps, touched);
    throw error;
  }
  return touched;
}

async function changeSlot(deps: SlotDeps, call: CallContext, { job, answer, state }: SlotRequest) {
  let isHeld = false;
  await retryOnConflict(async () => {
    const task = await deps.tasks.find(answer.jobId, answer.taskId);
    if (task === undefined) return true;
    if (task.claims.find(({ id }) => id === answer.id)?.state !== 'rejected') return true;
    const needsSlot = !task.isGolden && countSlots(task).free === 0;
    if (needsSlot && !isHeld) {
      await deps.billing.raiseHold(call, job, { holdId: newHoldId(answer), amountCents: job.unitCents });
      isHeld = true;
    }
    const changed = setState(task, answer.id, state);
    return deps.tasks.replace(isHeld ? { ...changed, slots: changed.slots + 1 } : changed);
  });
}

/** Each attempt to take the same rejection back has the same hold, so that the money is held once. */
function newHoldId({ id, review }: Answer): string {
  return newIdFor({ operation: `undo ${id} ${review?.reviewedAt.toISOString() ?? ''}` });
}
