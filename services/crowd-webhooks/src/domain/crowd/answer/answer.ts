import type { Appeal } from './appeal.ts';
import type { PersonKey } from '../worker/worker.ts';

/** An area of a file as displayed, in fractions of its width and height from the upper left. */
export interface Region {
  readonly fileId: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The period of the area, in files with a duration. */
  readonly startSeconds: number | undefined;
  readonly endSeconds: number | undefined;
  readonly note: string | undefined;
}

/** An answer to one question, as a worker sent it. */
export interface QuestionAnswer {
  readonly questionKey: string;
  readonly value: unknown;
}

export type AnswerStatus = 'pending_review' | 'accepted' | 'rejected';

/** `submitting`: the task has not decided yet, and no read shows the answer. */
export type StoredAnswerStatus = AnswerStatus | 'submitting';

/** Why an answer was rejected. */
export const rejectionCategories = [
  ...(['too_fast', 'too_slow', 'failed_instructions', 'failed_check', 'low_effort', 'incomplete'] as const),
  ...(['inconsistent', 'wrong_code', 'no_data', 'unsupported_device', 'duplicate'] as const),
  ...(['suspected_automation', 'other'] as const),
];
export type RejectionCategory = (typeof rejectionCategories)[number];

/** The decision of a person about an answer. */
export interface Review {
  readonly reviewedBy: string;
  readonly reviewedAt: Date;
  /** True if the reviewer is the worker. */
  readonly isSelfReview: boolean;
  /** The note of an acceptance. */
  readonly note: string | undefined;
  /** The category of a rejection. */
  readonly category: RejectionCategory | undefined;
  readonly reason: string | undefined;
}

/** The facts about a worker at the time of an answer. */
export interface WorkerMetadata {
  readonly language: string | undefined;
  readonly country: string | undefined;
  readonly deviceType: string | undefined;
  readonly completedTasks: number;
  readonly qualityScore: number | undefined;
  readonly qualifications: Readonly<Record<string, unknown>>;
}

export interface AnsweredQuestion extends QuestionAnswer {
  readonly questionType: string;
  /** The text of the chosen option. */
  readonly label: string | undefined;
}

export type MarkedRegion = Partial<Region> & { readonly questionKey: string | undefined };

/** The stage of a run that an answer belongs to. */
export interface AnswerRun {
  readonly runId: string;
  readonly stageId: string;
  readonly stageSlug: string;
  readonly holdId: string;
  /** The question whose answer decides the stage. */
  readonly decidingKey: string;
  /** The golden questions that the worker had answered in the organization before, and the right answers among them. */
  readonly goldTotal: number;
  readonly goldCorrect: number;
}

/** An answer of a worker to a task. Its id is that of the claim. */
export interface Answer {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly jobId: string;
  readonly jobTitle: string;
  readonly taskId: string;
  readonly variantIndex: number;
  readonly repetitionIndex: number;
  /** The pseudonym in the organization. */
  readonly workerId: string;
  /** The person or guest, whom requesters never see. */
  readonly personKey: PersonKey;
  readonly isGuest: boolean;
  readonly isGolden: boolean;
  readonly status: StoredAnswerStatus;
  readonly claimedAt: Date;
  readonly submittedAt: Date;
  readonly answers: readonly AnsweredQuestion[];
  readonly regions: readonly MarkedRegion[];
  /** Undefined where nothing was checked. */
  readonly attentionChecksPassed: boolean | undefined;
  /** Golden questions that were answered, and the right answers among them. */
  readonly goldenTotal: number;
  readonly goldenCorrect: number;
  readonly workerMetadata: WorkerMetadata;
  /** The values that the worker saw. */
  readonly inputDataSnapshot: Readonly<Record<string, string>>;
  readonly fileIds: readonly string[];
  /** The names of the files, in the same order. Missing in answers of earlier versions. */
  readonly fileNames?: readonly string[];
  readonly autoAccepted: boolean;
  readonly review: Review | undefined;
  /** The time at which the last rejection was taken back. Undefined if none was. */
  readonly undoneAt?: Date | undefined;
  /** The appeal of the worker against a rejection. */
  readonly appeal: Appeal | undefined;
  /** The time at which an answer is accepted by itself. */
  readonly autoAcceptAt: Date;
  readonly rewardCents: number;
  /** Reward and fee. */
  readonly unitCents: number;
  /** Missing in answers to jobs that people created. */
  readonly run?: AnswerRun | undefined;
  /** Grows with each change. */
  readonly revision: number;
}

/** An answer with an appeal. */
export type AppealedAnswer = Answer & { readonly appeal: Appeal };
