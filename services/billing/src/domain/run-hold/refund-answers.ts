import type { HeldPart } from '../job-hold/held-parts.ts';
import { answerRefundCause, readAnswerId } from '../ledger/ledger-entry.ts';
import type { NewEntry } from '../ledger/ledger-entry.ts';
import type { RunHold } from './run-hold.ts';

export interface AnswerRefunds {
  readonly entries: readonly NewEntry[];
  /** The refunded amount, to be taken out of the spending of the credentials that placed the hold. */
  readonly returned: readonly HeldPart[];
}

/** Builds the refunds of answers, each whole, but together at most `refundableCents`: support may have refunded a part before. */
export function refundAnswers(
  { placed }: Pick<RunHold, 'placed'>,
  answers: readonly NewEntry[],
  refundableCents: number,
): AnswerRefunds {
  let restCents = refundableCents;
  const entries = answers.flatMap((answer) => {
    const amountCents = Math.min(answer.amountCents, restCents);
    restCents -= amountCents;
    return amountCents === 0 ? [] : [buildRefund(answer, amountCents)];
  });
  const part = placed?.jobHold?.parts[0];
  const returned = part === undefined ? [] : [{ ...part, cents: refundableCents - restCents }];
  return { entries, returned };
}

function buildRefund(answer: NewEntry, amountCents: number): NewEntry {
  const { runId, holdId, jobId, stageSlug, userId } = answer;
  return {
    type: 'refund',
    cause: answerRefundCause(readAnswerId(answer)),
    amountCents,
    runId,
    ...(holdId === undefined ? {} : { holdId }),
    ...(jobId === undefined ? {} : { jobId }),
    ...(stageSlug === undefined ? {} : { stageSlug }),
    userId,
  };
}
