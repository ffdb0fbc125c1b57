import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { days, hours } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import type { Job } from '../job/job.ts';
import { settleJob } from '../job/settle-job.ts';
import { setState } from '../task/change-task.ts';
import { countSlots } from '../task/task.ts';
import type { Answer } from './answer.ts';
import type { CompletionDeps } from './complete-submission.ts';
import { findAnswer, wrongAnswerState } from './find-answer.ts';
import type { AnswerPath } from './find-answer.ts';
import { syncTask } from './sync-task.ts';

const undoMs = days(30);

type UndoDeps = CompletionDeps & Pick<Deps, 'billing'>;

/**
 * Takes a rejection back: the answer waits for review again. It gets its slot back; if another worker has the slot, the job gets one more,
 * whose money is held first. A repeated call changes nothing. FAILED_PRECONDITION with reason ANSWER_STATE for an accepted answer,
 * UNDO_EXPIRED after 30 days, and the refusals of a hold.
 */
export async function undoRejection(
  deps: UndoDeps,
  call: CallContext,
  path: AnswerPath & { readonly reason: string },
): Promise<Answer> {
  return retryOnConflict(async () => {
    const { job, answer } = await findAnswer(deps, call, path);
    if (answer.status === 'pending_review') return answer;
    if (answer.status !== 'rejected') throw wrongAnswerState(answer, ['rejected']);
    const now = deps.clock.now();
    if (now.getTime() - (answer.review?.reviewedAt.getTime() ?? 0) > undoMs) throw undoExpired();
    // The sweep gives the task the state of the answer again if this process dies after the task has changed.
    const touched = await deps.answers.update(answer, {}, { now });
    if (touched === undefined) return undefined;
    await takeSlotBack(deps, call, { job, answer: touched }).catch(async (error: unknown) => {
      await deps.answers.markSynced(touched);
      throw error;
    });
    return storeUndo(deps, call, { job, answer: touched });
  });
}

interface JobAnswer {
  readonly job: Job;
  readonly answer: Answer;
}

async function takeSlotBack(deps: UndoDeps, call: CallContext, { job, answer }: JobAnswer): Promise<void> {
  let isHeld = false;
  await retryOnConflict(async () => {
    const task = await deps.tasks.find(answer.jobId, answer.taskId);
    if (task === undefined) return true;
    if (task.claims.find(({ id }) => id === answer.id)?.state !== 'rejected') return true;
    const needsSlot = !task.isGolden && countSlots(task).free === 0;
    if (needsSlot && !isHeld) {
      const holdId = newIdFor({ operation: `undo ${answer.id} ${answer.revision.toString()}` });
      await deps.billing.raiseHold(call, job, { holdId, amountCents: job.unitCents });
      isHeld = true;
    }
    const undone = setState(task, answer.id, 'pending_review');
    return deps.tasks.replace(isHeld ? { ...undone, slots: undone.slots + 1 } : undone);
  });
}

async function storeUndo(
  deps: UndoDeps,
  call: CallContext,
  { job, answer }: JobAnswer,
): Promise<Answer | undefined> {
  const now = deps.clock.now();
  const autoAcceptAt = new Date(now.getTime() + hours(job.autoAcceptHours));
  const change = { status: 'pending_review', review: undefined, autoAcceptAt } as const;
  const undone = await deps.answers.update(answer, change, {
    ...{ now, call, audited: 'crowd_answer.undo' },
  });
  if (undone === undefined) {
    const current = await deps.answers.find(answer.id);
    if (current !== undefined) await syncTask(deps, current);
    return undefined;
  }
  await deps.answers.markSynced(undone);
  await settleJob(deps, job);
  return undone;
}

function undoExpired(): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'UNDO_EXPIRED',
    'The rejection is older than 30 days and is final.',
  );
}
