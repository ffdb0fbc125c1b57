/** Bodies of the API about crowd jobs, with the fields that the desk reads. */

export type JobStatus = 'assignable' | 'paused' | 'no_tasks' | 'finished' | 'expired' | 'archived';

export interface JobCounts {
  readonly available: number;
  readonly claimed: number;
  readonly pendingReview: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly unopened: number;
  readonly closed: number;
}

export interface Job {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly status: JobStatus;
  readonly surveyTemplateVersionId: string;
  readonly variantCount: number;
  readonly maxRepetitionsPerVariant: number;
  readonly maxSlots: number;
  readonly rewardCents: number;
  readonly autoAcceptHours: number;
  readonly validUntil: string;
  readonly guestsAllowed: boolean;
  readonly audience: 'organization' | 'everyone';
  readonly counts: JobCounts;
  readonly heldCents: number;
  readonly spentCents: number;
  readonly workUrl: string;
  readonly runId: string | null;
  readonly createdAt: string;
}

export interface WorkerStats {
  readonly workerId: string;
  readonly guestWorkerId: string | null;
  /** The name that a guest chose. */
  readonly displayName: string | null;
  readonly answers: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly medianSeconds: number | null;
  readonly quality: number;
}

export interface JobStats {
  readonly medianSeconds: number | null;
  readonly agreement: { readonly value: number | null };
  readonly workers: readonly WorkerStats[];
}

export type AnswerValue = string | number | boolean;

export interface Consensus {
  readonly taskId: string;
  readonly variantIndex: number;
  /** Null for a question that ties. */
  readonly value: Readonly<Record<string, AnswerValue | null>>;
  readonly confidence: number | null;
  readonly responses: number;
}

export interface CrowdTask {
  readonly id: string;
  readonly variantIndex: number;
  readonly fileIds: readonly string[];
}

export type AnswerStatus = 'pending_review' | 'accepted' | 'rejected';

export interface Region {
  readonly fileId: string | null;
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly startSeconds: number | null;
  readonly endSeconds: number | null;
  readonly note: string | null;
}

export interface Answer {
  readonly id: string;
  readonly jobId: string;
  readonly taskId: string;
  readonly variantIndex: number;
  readonly workerId: string;
  readonly guestWorkerId: string | null;
  /** The name that a guest chose. */
  readonly displayName: string | null;
  readonly status: AnswerStatus;
  readonly submittedAt: string;
  readonly durationSeconds: number;
  readonly answers: readonly {
    readonly questionKey: string;
    readonly questionType: string;
    readonly value: unknown;
    readonly label: string | null;
  }[];
  readonly regions: readonly Region[];
  readonly attentionChecksPassed: boolean | null;
  readonly workerMetadata: { readonly completedTasks: number; readonly qualityScore: number | null };
  readonly inputDataSnapshot: Readonly<Record<string, unknown>> | null;
  readonly autoAccepted: boolean;
  /** The user who decided about the answer. */
  readonly reviewedById: string | null;
  readonly rejectionCategory: string | null;
  readonly rejectionReason: string | null;
  readonly acceptanceNote: string | null;
  readonly rewardCents: number;
  readonly golden: boolean;
}

export interface Question {
  readonly key: string;
  readonly type: string;
  readonly label: string;
  readonly required?: boolean;
  readonly helpText?: string | null;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly showIf?: { readonly questionKey: string; readonly equals: AnswerValue } | null;
}

export interface SurveyTemplate {
  readonly id: string;
  readonly projectId: string | null;
  readonly name: string;
  readonly language: string;
  readonly versions: readonly { readonly id: string; readonly versionNumber: number }[];
}

export interface SurveyVersion {
  readonly id: string;
  readonly templateId: string;
  readonly title: string;
  readonly questions: readonly Question[];
}

export interface Estimate {
  readonly minCents: number;
  readonly maxCents: number;
  readonly feeCents: number;
  readonly hourlyRewardCents: number | null;
  readonly balanceCents: number;
  readonly sufficient: boolean;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

export interface Appeal {
  readonly id: string;
  readonly answerId: string;
  readonly status: 'open' | 'upheld' | 'overturned';
  readonly message: string;
  readonly createdAt: string;
}
