import type { CheckResult } from '@assay/checks/check/check';
import type { ClaimJudgement } from '../domain/claim/judge-claims.ts';
import type { Conclusion } from '../domain/fusion/conclusion.ts';
import type { EndedBy } from '../domain/stage/stage.ts';
import type { ErrorRate } from './rates/error-rate.ts';

/** Everything a report says, gathered after a run has completed. Rendering it reads nothing else. */
export interface ReportInput {
  readonly run: ReportRun;
  /** The examined files, the subject first. */
  readonly files: readonly ReportFile[];
  /** What the submitter claims, as text. */
  readonly claims: readonly { readonly key: string; readonly value: string }[];
  /** What became of each claim, in their order; empty in runs from before it was judged. */
  readonly judged: readonly ClaimJudgement[];
  readonly conclusion: ReportConclusion;
  /** In the order they ran. */
  readonly stages: readonly ReportStage[];
  /** The answers of people; missing where nobody was asked. */
  readonly people?: ReportPeople;
  /** How often the published evaluation gave this verdict wrongly; null when not known. */
  readonly errorRate: ErrorRate | null;
}

/** The people who answered, and what their answers changed. */
export interface ReportPeople {
  readonly stages: readonly ReportCrowdStage[];
  /** The result that the run would have without any answer. */
  readonly without: Pick<Conclusion, 'verdict' | 'posterior'>;
  readonly posterior: Conclusion['posterior'];
}

/** A crowd stage. No member names a person. */
export interface ReportCrowdStage {
  readonly name: string;
  readonly question: string;
  /** Null for a stage that was not needed. */
  readonly answered: ReportAnswers | null;
}

export interface ReportAnswers {
  readonly count: number;
  readonly maxResponses: number;
  readonly testedWorkers: number;
  readonly options: readonly { readonly label: string; readonly count: number }[];
  /** The label and probability of the most probable answer; null for a tie, and without an answer. */
  readonly consensus: { readonly label: string; readonly probability: number } | null;
  readonly threshold: number;
  readonly llr: number;
  readonly isCapped: boolean;
  readonly endedBy: EndedBy;
  /** The area that people marked. */
  readonly drawings: readonly ReportPicture[];
}

export interface ReportRun {
  readonly id: string;
  readonly pipelineSlug: string;
  readonly pipelineName: string;
  readonly startedAt: Date;
  readonly completedAt: Date;
}

export interface ReportFile {
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** Pixels; null where the file is no picture. */
  readonly dimensions: { readonly width: number; readonly height: number } | null;
  /** The videos and gain maps in the file, as a sentence; null where there are none. */
  readonly embedded: string | null;
  /** Lower-case hex. */
  readonly sha256: string;
  /** A reduced copy to show; null where there is none. */
  readonly preview: ReportPicture | null;
}

export interface ReportPicture {
  readonly legend: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type ReportConclusion = Pick<
  Conclusion,
  | 'verdict'
  | 'confidence'
  | 'confidenceMeaning'
  | 'prior'
  | 'confidenceIfRare'
  | 'changes'
  | 'decisive'
  | 'scorecard'
  | 'explanation'
  | 'strongest'
  | 'notChecked'
  | 'claims'
  | 'unsearched'
>;

export interface ReportStage {
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
  readonly checks: readonly ReportCheck[];
}

export type ReportCheck = Pick<
  CheckResult,
  | 'check'
  | 'version'
  | 'criterion'
  | 'kind'
  | 'applicability'
  | 'calibration'
  | 'statement'
  | 'verbal'
  | 'limits'
  | 'facts'
  | 'parameters'
  | 'llrManipulated'
  | 'llrSynthetic'
  | 'llrAuthentic'
  | 'locations'
> & { readonly pictures: readonly ReportPicture[] };
