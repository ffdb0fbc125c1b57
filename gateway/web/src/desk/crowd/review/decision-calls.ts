import { identifyAnswer } from '../parts/answer-api.ts';
import { api } from '../../parts/api.ts';
import type { CrowdAnswer } from '../../../shared/api/api-types.ts';
import { announce } from '../../../shared/dom.ts';
import { ApiError } from '../../../shared/api-error.ts';
import type { Rejection } from '../parts/crowd-types.ts';
import { describeCrowdError } from '../parts/crowd-errors.ts';
import { nameTask, nameWorker } from '../parts/texts.ts';
import type { AnswerQueue } from './answer-queue.ts';
import type { DecisionNotes } from './decision-notes.ts';
import { requestReason } from './reason-dialog.ts';

export interface DecisionOptions {
  readonly queue: AnswerQueue;
  readonly isAdmin: boolean;
  /** Shows the current answer again. */
  readonly onShow: () => void;
}

/** The decisions about an answer. Each shows its own errors; calls during another one do nothing. */
export interface DecisionCalls {
  accept(answer: CrowdAnswer | undefined, note: string): Promise<void>;
  reject(answer: CrowdAnswer, rejection: Rejection): Promise<void>;
  undo(answer: CrowdAnswer | undefined): Promise<void>;
}

export function createDecisionCalls(options: DecisionOptions, notes: DecisionNotes): DecisionCalls {
  const { queue, onShow } = options;
  let isBusy = false;
  const run = async (
    answer: CrowdAnswer | undefined,
    action: (answer: CrowdAnswer) => Promise<void>,
  ): Promise<void> => {
    if (answer === undefined || isBusy) return;
    isBusy = true;
    notes.hide();
    try {
      await action(answer);
    } catch (error) {
      await showFailure(error, answer);
    } finally {
      isBusy = false;
    }
  };
  const showFailure = async (error: unknown, answer: CrowdAnswer): Promise<void> => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'INVALID_STATE') {
      // A colleague has decided. The answer shows the decision.
      queue.replace(await api.getCrowdAnswer(identifyAnswer(answer)).catch(() => answer));
      onShow();
    }
    const canLift = options.isAdmin && code === 'REJECTION_LIMIT';
    notes.showError(describeCrowdError(error), canLift ? () => void run(answer, lift) : undefined);
  };
  const settle = async (decided: CrowdAnswer, text: string): Promise<void> => {
    queue.replace(decided);
    const line = `${nameAnswer(decided)}: ${text}`;
    const found = await queue.nextPending();
    onShow();
    notes.showDecision(line, decided.status === 'rejected' ? () => void run(decided, undo) : undefined);
    announce(found ? `${line} ${queue.place}.` : `${line} No answer waits any more.`);
  };
  const undo = async (answer: CrowdAnswer): Promise<void> => {
    const effect = 'The answer waits for review again.';
    const reason = await requestReason({
      title: 'Undo the rejection?',
      effect,
      action: 'Undo',
      minLength: 1,
    });
    if (reason === undefined) return;
    queue.replace(await api.undoCrowdRejection({ ...identifyAnswer(answer), body: { reason } }));
    onShow();
    notes.showDecision(`${nameAnswer(answer)}: waits for review again.`);
  };
  const lift = async ({ jobId }: CrowdAnswer): Promise<void> => {
    if (await liftLimit(jobId)) notes.showDecision('The rejection limit is lifted.');
  };
  return {
    accept: (answer, note) => run(answer, async (one) => settle(await accept(one, note), 'accepted.')),
    reject: (answer, rejection) =>
      run(answer, async (one) => settle(await reject(one, rejection), 'rejected.')),
    undo: (answer) => run(answer, undo),
  };
}

function accept(answer: CrowdAnswer, note: string): Promise<CrowdAnswer> {
  const body = note === '' ? {} : { acceptanceNote: note };
  return api.acceptCrowdAnswer({ ...identifyAnswer(answer), body });
}

function reject(answer: CrowdAnswer, body: Rejection): Promise<CrowdAnswer> {
  return api.rejectCrowdAnswer({ ...identifyAnswer(answer), body });
}

const nameAnswer = (answer: CrowdAnswer): string => `${nameTask(answer.variantIndex)}, ${nameWorker(answer)}`;

/** Resolves to false when the person cancels. */
async function liftLimit(jobId: string): Promise<boolean> {
  const reason = await requestReason({
    title: 'Lift the rejection limit?',
    effect: 'More than 30 % of the answers may then be rejected. The change is audited with your reason.',
    action: 'Lift the limit',
    minLength: 20,
  });
  if (reason === undefined) return false;
  await api.liftCrowdRejectionLimit({ jobId, body: { reason } });
  return true;
}
