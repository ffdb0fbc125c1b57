import type { Variant } from '../job/input/variant.ts';
import type { PendingHold } from '../money/pending-hold.ts';

/** The state of a claim. With an answer it is the state of the answer. */
export type ClaimState = 'open' | EndedState | 'pending_review' | 'accepted' | 'rejected';

/** The end of a claim without an answer. `withdrawn`: the worker may not see a file of the task any more. */
type EndedState = 'returned' | 'expired' | 'withdrawn';

/** A worker's hold on a slot of a task. Its answer has the same id. */
export interface Claim {
  readonly id: string;
  readonly workerId: string;
  readonly state: ClaimState;
  /** Numbers the claims of the task, from 0. */
  readonly repetitionIndex: number;
  readonly claimedAt: Date;
  readonly expiresAt: Date;
  readonly isExtended: boolean;
  /** The answers to questions with options, by the key of the question. Undefined without an answer. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The time of the answer. Undefined without an answer. */
  readonly submittedAt?: Date;
}

/**
 * A variant of a job, with its slots. It decides about claims: each change is one write, guarded by the revision. A slot is unopened, free,
 * claimed, answered or closed.
 */
export interface Task {
  readonly id: string;
  readonly organizationId: string;
  readonly jobId: string;
  /** The order in which workers get the tasks of a job. */
  readonly place: number;
  readonly variantIndex: number;
  /** True if the answer is known. Golden tasks are not limited by their slots. */
  readonly isGolden: boolean;
  readonly variant: Variant;
  /** The repetitions of the job that the task has. */
  readonly repetitions: number;
  /** The number of slots, with unopened and closed ones: the repetitions, and those of undone rejections. */
  readonly slots: number;
  /** Slots that open only while the consensus is below the threshold of the job. */
  readonly unopened: number;
  /** Slots that are no longer needed. */
  readonly closed: number;
  /** Slots beyond the repetitions, for undone rejections whose slot was taken. The next slot that comes free is closed. Missing without one. */
  readonly surplus?: number;
  /** True after the deletion of its file: a slot that comes free is closed. Missing before. */
  readonly isClosedForGood?: boolean;
  /** The claims, the oldest first. Only the newest claims without an answer are kept. */
  readonly claims: readonly Claim[];
  /** The number of claims that were ever made. */
  readonly claimCount: number;
  readonly returned: number;
  readonly expired: number;
  /** The holds of undone rejections that need one more slot and are in progress. Missing without one. */
  readonly pendingHolds?: readonly PendingHold[];
  readonly revision: number;
}

/** The numbers of slots of a task by their state, and of the claims that ended without an accepted answer. */
export interface SlotCounts {
  readonly free: number;
  readonly unopened: number;
  readonly closed: number;
  readonly open: number;
  readonly pending: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly returned: number;
  readonly expired: number;
}

/** Counts the slots of a task. A golden task is always free. */
export function countSlots(task: Task): SlotCounts {
  const { slots, unopened, closed, claims, returned, expired, isGolden } = task;
  const count = (state: ClaimState) => claims.filter((claim) => claim.state === state).length;
  const open = count('open');
  const pending = count('pending_review');
  const accepted = count('accepted');
  return {
    free: isGolden ? 1 : Math.max(slots - unopened - closed - open - pending - accepted, 0),
    unopened,
    closed,
    open,
    pending,
    accepted,
    returned,
    expired,
    rejected: count('rejected'),
  };
}

/** Returns true if a slot is free, unopened or claimed. */
export function isUnfinished({ free, unopened, open }: SlotCounts): boolean {
  return free + unopened + open > 0;
}

/** Returns true if a claim ended without an answer. */
export function isEnded({ state }: Pick<Claim, 'state'>): boolean {
  return endedStates.has(state);
}

const endedStates: ReadonlySet<ClaimState> = new Set(['returned', 'expired', 'withdrawn']);

/** Lists the workers who must not get the task again: those who have it, or have answered it. */
export function listFormerWorkers({ claims }: Pick<Task, 'claims'>): readonly string[] {
  const excluded = claims.filter((claim) => !isEnded(claim));
  return [...new Set(excluded.map(({ workerId }) => workerId))];
}

/** Lists the workers who get the task again only when nothing else is free: their claims ended without an answer. */
export function listReturners({ claims }: Pick<Task, 'claims'>): readonly string[] {
  return [...new Set(claims.filter(isEnded).map(({ workerId }) => workerId))];
}

/** Returns the time at which the first open claim expires. */
export function findNextExpiry({ claims }: Pick<Task, 'claims'>): Date | undefined {
  const times = claims.filter(({ state }) => state === 'open').map(({ expiresAt }) => expiresAt.getTime());
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

/** Returns the answers to a task that count for the consensus. */
export function listCountedAnswers({ claims }: Pick<Task, 'claims'>): readonly Claim[] {
  return claims.filter(({ state }) => state === 'pending_review' || state === 'accepted');
}
