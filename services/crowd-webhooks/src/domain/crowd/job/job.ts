import type { PendingHold } from '../money/pending-hold.ts';

export type JobStatus = 'assignable' | 'paused' | 'no_tasks' | 'finished' | 'expired' | 'archived';

/**
 * No read shows these: `unpaid`, the job is not accepted yet; `abandoned`, it never will be; `unrequested`, the run closed the job before it
 * requested answers.
 */
export type StoredStatus = JobStatus | 'unpaid' | 'abandoned' | 'unrequested';

export type Audience = 'organization' | 'everyone';

export type QualificationOperator = 'equals' | 'not_equals' | 'at_least' | 'at_most' | 'one_of';

export interface RequiredQualification {
  readonly key: string;
  readonly operator: QualificationOperator;
  /** A number, a text, true or false; for `one_of` an array of them. */
  readonly value: unknown;
}

/** The conditions of the work that a job never changes. */
export interface JobTerms {
  readonly category: string;
  /** A two-letter code. */
  readonly language: string;
  readonly surveyVersionId: string;
  readonly inputDataSetId: string | undefined;
  readonly datasetVersionId: string | undefined;
  readonly rewardCents: number;
  readonly claimTtlMinutes: number;
  readonly blind: boolean;
  readonly guestsAllowed: boolean;
  readonly audience: Audience;
  readonly requiredQualifications: readonly RequiredQualification[];
  readonly goldenTaskRatio: number;
  /** The key of the qualification that right golden answers grant. */
  readonly grantsQualification: string | undefined;
  readonly minResponses: number;
  readonly consensusThreshold: number | undefined;
  readonly regionsRequested: boolean;
  readonly estimatedMinutes: number | undefined;
  readonly watcherIds: readonly string[];
}

/** The fields that PATCH changes. */
export interface JobTexts {
  readonly name: string;
  /** Workers read it. */
  readonly title: string;
  readonly description: string;
  readonly validUntil: Date;
  /** 0: answers are accepted at once. */
  readonly autoAcceptHours: number;
}

/** An area that workers of an earlier stage marked, in fractions of the width and height of the file as displayed. */
export interface MarkedArea {
  readonly fileId: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The stage of a run that a job answers. The run pays, and decides how many answers it needs. */
export interface JobRun {
  readonly runId: string;
  /** Different in each attempt at the run. */
  readonly stageId: string;
  readonly stageSlug: string;
  /** The hold that pays for the answers. Empty for the first hold of the run. */
  readonly holdId: string;
  /** The maximum number of answers that the stage may request. */
  readonly maxResponses: number;
  /** The areas that workers see. */
  readonly areas: readonly MarkedArea[];
  /** True if workers see the maps of the machine stages. */
  readonly showsMaps: boolean;
  /** True until the price of all answers is final. */
  readonly isOpen: boolean;
  /** The price of all accepted answers, in euro cents. Missing while the job is open. */
  readonly answersCents?: number;
}

/** A release of the money of slots that are no longer needed. */
export interface Release {
  /** The number of such slots, those of earlier releases included. */
  readonly slots: number;
  readonly at: Date;
}

/** Returns the number of slots whose money was released. */
export function countReleased({ releases }: Pick<Job, 'releases'>): number {
  return releases.at(-1)?.slots ?? 0;
}

export interface Job extends JobTerms, JobTexts {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly status: JobStatus;
  /** Golden tasks apart. */
  readonly variantCount: number;
  readonly maxRepetitions: number;
  /** The number of golden tasks. Undefined in jobs of earlier versions. */
  readonly goldenCount?: number | undefined;
  /** The secret by which the order of the tasks was drawn. Undefined in jobs of earlier versions. */
  readonly orderKey?: string | undefined;
  /** Golden answers that the job pays for. */
  readonly goldenSlots: number;
  /** Golden tasks that were claimed so far. */
  readonly goldenClaims: number;
  /** Reward and fee of an answer, in euro cents. */
  readonly unitCents: number;
  readonly estimatedCostCents: number;
  /** The releases of money, the oldest first: billing may have to learn them again. */
  readonly releases: readonly Release[];
  /** The holds of extensions that are in progress. */
  readonly pendingHolds: readonly PendingHold[];
  /** True if a variant shows a deleted file. */
  readonly hasDeletedFiles: boolean;
  /** True if an undone rejection ever added a slot. */
  readonly hasSurplusSlots: boolean;
  /** The golden answers whose money an end of the job released. Undefined before. */
  readonly goldenReleased?: number | undefined;
  /** True from a resume until the next pause. Undefined before. */
  readonly isResumed?: boolean | undefined;
  /** True from when an admin lifted the rejection limit. */
  readonly isRejectionLimitLifted: boolean;
  /** The newest extensions, so that a repeated call extends once. */
  readonly extensionIds: readonly string[];
  /** Undefined for a job of a run. */
  readonly createdBy: string | undefined;
  /** Missing in jobs that people created. */
  readonly run?: JobRun | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Grows with each change, and guards the next one. */
  readonly revision: number;
}

/** The numbers of slots of a job by their state. Golden tasks count in none of them. */
export interface JobCounts {
  readonly available: number;
  readonly claimed: number;
  readonly pendingReview: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly returned: number;
  readonly expired: number;
  readonly unopened: number;
  readonly closed: number;
  /** Accepted answers to golden tasks. */
  readonly goldenAccepted: number;
  /** Golden tasks that are claimed. */
  readonly goldenClaimed: number;
}

/** The counts of a job without tasks. */
export const noSlots: JobCounts = {
  available: 0,
  claimed: 0,
  pendingReview: 0,
  accepted: 0,
  rejected: 0,
  returned: 0,
  expired: 0,
  unopened: 0,
  closed: 0,
  goldenAccepted: 0,
  goldenClaimed: 0,
};

export interface JobWithCounts {
  readonly job: Job;
  readonly counts: JobCounts;
}

/** The states in which the status follows from the slots. */
export const movingStatuses: ReadonlySet<JobStatus> = new Set(['assignable', 'no_tasks', 'finished']);

const runEnds: ReadonlySet<JobStatus> = new Set(['finished', 'expired', 'archived']);

/** Returns true if a job of a run is at its end, which is final. */
export function isRunOver({ run, status }: Pick<Job, 'run' | 'status'>): boolean {
  return run !== undefined && runEnds.has(status);
}

/** Counts the golden answers whose money the job holds or has spent. */
export function countPaidGolden({ goldenSlots, goldenReleased = 0 }: Job): number {
  return goldenSlots - goldenReleased;
}

/** Returns true if slots of the job may be closed before its end. */
export function mayCloseSlots({ hasDeletedFiles, hasSurplusSlots }: Job): boolean {
  return hasDeletedFiles || hasSurplusSlots;
}

/** Returns true if no slot may be claimed any more, so that free ones are closed. */
export function hasEnded({ status, validUntil }: Pick<Job, 'status' | 'validUntil'>, now: Date): boolean {
  return status === 'archived' || status === 'expired' || (status !== 'paused' && validUntil <= now);
}

/** The money of a job, which follows from its slots. In euro cents. A job of a run holds none: the run does. */
export function countMoney({ job, counts }: JobWithCounts): {
  readonly heldCents: number;
  readonly spentCents: number;
} {
  const { unitCents, goldenSlots, run } = job;
  const { accepted, goldenAccepted, available, claimed, pendingReview, unopened, closed } = counts;
  const slots = available + claimed + pendingReview + accepted + unopened + closed + goldenSlots;
  if (run !== undefined) return { heldCents: 0, spentCents: accepted * unitCents };
  const spent = accepted + goldenAccepted;
  return { heldCents: (slots - spent - countReleased(job)) * unitCents, spentCents: spent * unitCents };
}
