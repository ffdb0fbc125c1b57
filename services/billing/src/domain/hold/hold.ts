import { causeOf } from '../ledger/ledger-entry.ts';
import type { AppliedEntries, LedgerEntry, NewEntry } from '../ledger/ledger-entry.ts';
import { countSpending } from '../spending/spending.ts';
import type { Spending } from '../spending/spending.ts';

/** Money that is reserved for a run or a job. */
export interface Hold {
  readonly organizationId: string;
  /** Empty for the hold of a job. */
  readonly runId: string;
  /** Left out for the hold of a run. */
  readonly jobId?: string;
  /** The run's or job's id, unless the run has had another hold before. */
  readonly holdId: string;
  /** The rest of it, if it is charged in parts. */
  readonly amountCents: number;
  /** Who started the run. */
  readonly userId: string;
  /** The credentials whose spending it counts to. */
  readonly credentialIds: readonly string[];
  readonly createdAt: Date;
}

/** `charged` also when a part of it was released. A hold that is charged in parts is `closed` while nothing is left of it. */
export type HoldState = 'open' | 'charged' | 'released' | 'closed';

/** Identifies a hold. */
export interface HoldRef {
  /** Empty: the hold of the job is meant. */
  readonly runId: string;
  readonly jobId?: string | undefined;
  /** Empty or left out: the hold is named by its run. */
  readonly holdId?: string | undefined;
}

export function readHoldId({ runId, jobId = '', holdId = '' }: HoldRef): string {
  if (runId === '' && jobId !== '') return jobId;
  return holdId === '' ? runId : holdId;
}

/** How entries name a hold. */
export function namesOf(ref: HoldRef): Pick<NewEntry, 'runId' | 'holdId'> {
  const holdId = readHoldId(ref);
  const { runId } = ref;
  return holdId === runId ? { runId } : { runId, holdId };
}

/** The causes that decide whether a hold is open. */
export function holdCauses(holdId: string): readonly string[] {
  return [causeOf('hold', holdId), causeOf('charge', holdId), causeOf('release', holdId)];
}

/** A hold while it is open, as the entries of its causes tell; undefined: it was never placed, or has ended. */
export function openHoldOf(applied: AppliedEntries, holdId: string): Hold | undefined {
  const hasEnded = applied.has(causeOf('charge', holdId)) || applied.has(causeOf('release', holdId));
  const entry = hasEnded ? undefined : applied.get(causeOf('hold', holdId));
  return entry === undefined ? undefined : heldBy(entry);
}

/** The hold that an entry of type `hold` placed. */
export function heldBy({ credentialIds = [], ...entry }: LedgerEntry): Hold {
  const { organizationId, runId, amountCents, userId, createdAt } = entry;
  return { organizationId, runId, holdId: readHoldId(entry), amountCents, userId, credentialIds, createdAt };
}

/** Takes what a hold releases out of its credentials' spending, in the periods in which it was placed. */
export function releaseSpending(
  spending: readonly Spending[],
  { credentialIds, createdAt: at }: Hold,
  { cents, now }: { readonly cents: number; readonly now: Date },
): { readonly spending?: readonly Spending[] } {
  if (credentialIds.length === 0 || cents === 0) return {};
  return { spending: countSpending(spending, { credentialIds, cents: -cents, at }, now) };
}
