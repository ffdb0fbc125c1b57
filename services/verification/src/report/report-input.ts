import type { CheckResult } from '../checks/check.ts';
import type { Conclusion } from '../domain/fusion/conclusion.ts';

/** A picture as it stands in a report. */
export interface ReportPicture {
  readonly check: string;
  readonly type: string;
  readonly mimeType: string;
  /** Absent where a form of the report only names it. */
  readonly bytes: Uint8Array | null;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly legend: string;
  readonly sha256: string;
}

/** The file a report speaks of. */
export interface ReportFile {
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** What was extracted when the file was stored, by enrichment field name. */
  readonly enrichment: Readonly<Record<string, unknown>>;
}

export interface ReportStage {
  readonly slug: string;
  readonly name: string;
  readonly checks: readonly Omit<CheckResult, 'artifacts'>[];
}

/** Everything a report is made of. Its three forms are pure functions of this. */
export interface ReportInput {
  readonly runId: string;
  readonly pipelineSlug: string;
  readonly pipelineName: string;
  readonly startedAt: Date;
  readonly completedAt: Date;
  readonly file: ReportFile;
  /** What the submitter claimed, by key. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly conclusion: Conclusion;
  /** In the order they were executed, without fusion. */
  readonly stages: readonly ReportStage[];
  /** The picture itself, small and upright; null where it could not be rendered. */
  readonly preview: ReportPicture | null;
  /** Heat maps and the like, in stage order. */
  readonly pictures: readonly ReportPicture[];
}
