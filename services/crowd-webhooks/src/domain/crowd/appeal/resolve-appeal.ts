import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { newReview } from '../answer/accept-answer.ts';
import type { AppealedAnswer } from '../answer/answer.ts';
import type { AnswerWrite } from '../answer/answer-write.ts';
import { syncTask } from '../answer/sync-task.ts';
import { takeSlotBack } from '../answer/take-slot-back.ts';
import type { SlotDeps } from '../answer/take-slot-back.ts';
import { findOwnJob } from '../job/check-job-access.ts';
import { closeAppeal } from '../answer/appeal.ts';
import type { Appeal, AppealStatus } from '../answer/appeal.ts';

export interface Decision {
  readonly appealId: string;
  readonly decision: Exclude<AppealStatus, 'open'>;
  readonly note: string;
}

/**
 * Decides an appeal. Overturned: the answer is accepted as at a review by the caller. A repetition of the decision changes nothing.
 * PERMISSION_DENIED with reason APPEAL_PARTY for the person who rejected the answer and for its worker; FAILED_PRECONDITION with reason
 * APPEAL_STATE for an appeal with the other decision, and the refusals of a hold.
 */
export async function resolveAppeal(
  deps: SlotDeps,
  call: CallContext,
  request: Decision,
): Promise<AppealedAnswer> {
  return retryOnConflict(async () => {
    const answer = await deps.answers.findByAppeal(call.organizationId, request.appealId);
    if (answer === undefined) throw notFound('appeal');
    checkParty(call, answer);
    const { status } = answer.appeal;
    if (status === request.decision) return answer;
    if (status !== 'open') throw wrongAppealState(status);
    return request.decision === 'upheld'
      ? uphold(deps, call, { answer, request })
      : overturn(deps, call, { answer, request });
  });
}

function checkParty(call: CallContext, { appeal, personKey }: AppealedAnswer): void {
  const userId = readUserId(call);
  if (userId !== appeal.rejectedBy && personKey !== `user:${userId}`) return;
  throw new DomainError(
    'PERMISSION_DENIED',
    'APPEAL_PARTY',
    'An appeal is decided by a person who is neither the worker nor the one who rejected the answer.',
  );
}

interface Deciding {
  readonly answer: AppealedAnswer;
  readonly request: Decision;
}

async function uphold(deps: SlotDeps, call: CallContext, deciding: Deciding) {
  const appeal = decide(deps, call, deciding);
  const upheld = await deps.answers.update(deciding.answer, { appeal }, describeWrite(deps, call, appeal));
  if (upheld === undefined) return undefined;
  await syncTask(deps, upheld);
  return { ...upheld, appeal };
}

async function overturn(deps: SlotDeps, call: CallContext, { answer, request }: Deciding) {
  const job = await findOwnJob(deps, call, answer.jobId);
  const touched = await takeSlotBack(deps, call, { job, answer, state: 'accepted' });
  if (touched === undefined) return undefined;
  const appeal = decide(deps, call, { answer, request });
  const review = newReview(deps, call, { answer, note: request.note });
  const change = { status: 'accepted', review, autoAccepted: false, appeal } as const;
  const write = { ...describeWrite(deps, call, appeal), news: ['accepted'] as const };
  const accepted = await deps.answers.update(touched, change, write);
  if (accepted === undefined) return undefined;
  await syncTask(deps, accepted);
  return { ...accepted, appeal };
}

function decide(
  { clock }: Pick<SlotDeps, 'clock'>,
  call: CallContext,
  { answer, request }: Deciding,
): Appeal {
  const resolution = { resolvedBy: readUserId(call), resolvedAt: clock.now(), note: request.note };
  return closeAppeal(answer.appeal, request.decision, resolution);
}

function describeWrite({ clock }: Pick<SlotDeps, 'clock'>, call: CallContext, { id }: Appeal): AnswerWrite {
  return { now: clock.now(), call, audited: 'appeal.resolve', auditedTarget: { type: 'crowd_appeal', id } };
}

function wrongAppealState(state: AppealStatus): DomainError {
  const message = `The appeal is ${state} already.`;
  return new DomainError('FAILED_PRECONDITION', 'APPEAL_STATE', message, {
    details: { state, allowed: ['open'] },
  });
}
