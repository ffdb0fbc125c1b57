/** Bodies of the API, with the fields that the page reads. */

export interface WorkerJob {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly rewardCents: number;
  readonly estimatedMinutes: number | null;
  readonly availableSlots: number;
}

export interface WorkerJobDetails extends WorkerJob {
  readonly introduction: string | null;
  readonly guestsAllowed: boolean;
}

export interface Page<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
}

export interface Balance {
  readonly pendingCents: number;
  readonly earnedCents: number;
  readonly currency: string;
}

export type QuestionType =
  | 'single_choice'
  | 'multiple_choice'
  | 'scale'
  | 'boolean'
  | 'text'
  | 'number'
  | 'region'
  | 'time_range'
  | 'ranking'
  | 'file_choice';

export interface QuestionOption {
  readonly value: string;
  readonly label: string;
  readonly exclusive: boolean;
}

export interface Question {
  readonly key: string;
  readonly type: QuestionType;
  readonly label: string;
  readonly helpText: string | null;
  readonly required: boolean;
  readonly options: readonly QuestionOption[];
  readonly min: number | null;
  readonly max: number | null;
  readonly showIf: { readonly questionKey: string; readonly equals: unknown } | null;
}

export interface Survey {
  readonly title: string;
  readonly introduction: string | null;
  readonly language: string;
  readonly questions: readonly Question[];
}

export interface WorkFile {
  readonly fileId: string;
  readonly url: string;
  readonly mimeType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
}

/** An area that other people marked, as fractions from 0 to 1 of the file as displayed. */
export interface MarkedArea {
  readonly fileId: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A map of an image that programs made. */
export interface WorkMap {
  readonly url: string;
  readonly expiresAt: string;
  readonly width: number;
  readonly height: number;
}

export interface Claim {
  readonly claimId: string;
  readonly jobId: string;
  readonly survey: Survey;
  readonly files: readonly WorkFile[];
  readonly remainingSeconds: number;
  readonly extended: boolean;
  readonly regionsRequested: boolean;
  readonly guestToken: string | null;
  /** True while the files are being prepared. */
  readonly filesPending: boolean;
  /** Absent or empty unless the task asks for a second judgement. */
  readonly areas?: readonly MarkedArea[];
  /** As `areas`. The maps belong to the first image. */
  readonly maps?: readonly WorkMap[];
}

/** An area of a file, as fractions from 0 to 1 of the file as displayed. */
export interface Region {
  readonly fileId: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly startSeconds?: number;
  readonly endSeconds?: number;
  readonly note?: string;
}

export interface TimeRange {
  readonly fileId: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly note?: string;
}

export interface QuestionAnswer {
  readonly questionKey: string;
  readonly value: unknown;
}

export interface Submission {
  readonly answers: readonly QuestionAnswer[];
  readonly regions?: readonly Region[];
}

export type AnswerStatus = 'pending_review' | 'accepted' | 'rejected';

export interface OwnAnswer {
  readonly id: string;
  readonly jobId: string;
  readonly jobTitle: string;
  readonly status: AnswerStatus;
  readonly submittedAt: string;
  readonly rewardCents: number;
  readonly rejectionCategory: string | null;
  readonly rejectionReason: string | null;
  readonly acceptanceNote: string | null;
  /** The time until which an appeal is possible. Null if the answer is not rejected, or has an appeal. */
  readonly appealableUntil: string | null;
  readonly appeal: { readonly id: string; readonly status: 'open' | 'upheld' | 'overturned' } | null;
  /** Says that the content of a submission was not stored. Null otherwise. */
  readonly thisSubmission: { readonly stored: boolean } | null;
}
