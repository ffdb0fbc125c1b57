import { readHoldId } from '../hold/hold.ts';
import { emptyJobHold } from '../job-hold/held-parts.ts';
import type { JobHold } from '../job-hold/held-parts.ts';
import { sumEntries } from '../ledger/ledger-entry.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { RunEnd } from './run-end.ts';

/** The hold of a run that requests answers from people, as its ledger entries state it. */
export interface RunHold {
  readonly hold: JobHold;
  /** The entry that placed it. Undefined: it was never placed, or it is not charged in parts. */
  readonly placed: LedgerEntry | undefined;
  /** Undefined while the run goes on. */
  readonly end: RunEnd | undefined;
  /** The price of all accepted answers of each closed job. */
  readonly closedJobs: ReadonlyMap<string, number>;
  /** The charges of answers. */
  readonly answers: readonly LedgerEntry[];
  /** All charges of the run minus its refunds, over all of its holds. */
  readonly refundableCents: number;
}

/** Reads the hold from the entries of its run, in any order. A run has few entries: one for each answer, and some for each attempt. */
export function readRunHold(holdId: string, entriesOfRun: readonly LedgerEntry[]): RunHold {
  const entries = entriesOfRun
    .filter((entry) => readHoldId(entry) === holdId)
    .toSorted((a, b) => a.sequence - b.sequence);
  const closings = entries.flatMap(({ jobId, answersCents }) =>
    jobId === undefined || answersCents === undefined ? [] : [[jobId, answersCents] as const],
  );
  return {
    hold: entries.findLast(({ jobHold }) => jobHold !== undefined)?.jobHold ?? emptyJobHold,
    placed: entries.find(({ type, jobHold }) => type === 'hold' && jobHold !== undefined),
    end: entries.find(({ runEnd }) => runEnd !== undefined)?.runEnd,
    closedJobs: new Map(closings),
    answers: entries.filter(({ type, jobId }) => type === 'charge' && jobId !== undefined),
    refundableCents: sumEntries(entriesOfRun, 'charge') - sumEntries(entriesOfRun, 'refund'),
  };
}

/** Returns the cents that no answer under way needs. Returns 0 while the run or one of its jobs is open. */
export function findUnneededCents({ hold, end, closedJobs, answers }: RunHold): number {
  if (end === undefined || end.crowdJobIds.some((jobId) => !closedJobs.has(jobId))) return 0;
  const uncharged = [...closedJobs].map(([jobId, cents]) => {
    const charged = answers.filter((answer) => answer.jobId === jobId);
    return Math.max(0, cents - sumEntries(charged, 'charge'));
  });
  return Math.max(0, hold.leftCents - uncharged.reduce((sum, cents) => sum + cents, 0));
}
