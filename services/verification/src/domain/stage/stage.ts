import type { Verdict } from '../fusion/conclusion.ts';
import type { StageTask, StageType } from '../pipeline/pipeline.ts';

export type StageStatus = 'pending' | 'running' | 'awaiting_crowd' | 'completed' | 'failed' | 'skipped';

/** Which stage of which run. */
export interface StageRef {
  readonly organizationId: string;
  readonly runId: string;
  readonly stageSlug: string;
}

/** A picture or table a stage made, kept in object storage. */
export interface StoredArtifact {
  readonly id: string;
  readonly stageSlug: string;
  readonly check: string;
  readonly type: string;
  readonly mimeType: string;
  readonly storageKey: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly legend: string;
  readonly sha256: string;
}

/** What one person answered. */
export interface StageResponse {
  readonly id: string;
  readonly workerId: string;
  readonly value: string;
  /** Of how many questions whose answer is known the person gave the right one. */
  readonly goldCorrect: number;
  readonly goldTotal: number;
}

export interface RunStage {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly type: StageType;
  /** As the pipeline said when the run was started; missing in runs from before it was kept. */
  readonly task?: StageTask;
  readonly order: number;
  readonly status: StageStatus;
  readonly verdict: Verdict | null;
  readonly confidence: number | null;
  readonly summary: string;
  /** What each check found, as JSON; null until completed. */
  readonly findings: Readonly<Record<string, unknown>> | null;
  readonly artifacts: readonly StoredArtifact[];
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly error: string;
  /** What people answered so far; missing in stages that ask nobody. */
  readonly responses?: readonly StageResponse[];
  /** How many responses were asked for in all. */
  readonly responsesWanted?: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a stage leaves behind when it completes. */
export type StageResult = Pick<RunStage, 'verdict' | 'confidence' | 'summary' | 'findings' | 'artifacts'>;
