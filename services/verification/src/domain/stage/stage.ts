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

/** An area in fractions of the width and height of a file as displayed. */
export interface MarkedArea {
  readonly fileId: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The answer of one person. */
export interface StageResponse {
  readonly id: string;
  readonly workerId: string;
  readonly value: string;
  /** The golden tasks that the person answered rightly, and all that they answered. */
  readonly goldCorrect: number;
  readonly goldTotal: number;
  readonly areas: readonly MarkedArea[];
  /** The free texts by the key of their question. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Why a crowd stage ended. */
export type EndedBy = 'decided' | 'max_responses' | 'expired' | 'archived' | 'canceled';

/** How well the area that people marked and a map of a machine stage agree. */
export interface AreaOverlap {
  /** The map. */
  readonly artifactId: string;
  /** Intersection divided by union; null where one of them is empty. */
  readonly iou: number | null;
}

/** The joint result of the people of a stage, known when it has ended. */
export interface PeopleResult {
  readonly consensus: { readonly value: string; readonly confidence: number } | null;
  readonly llr: number;
  readonly isCapped: boolean;
  readonly areas: readonly AreaOverlap[];
  readonly endedBy: EndedBy;
}

/** The promise that the results of the machine stages were there before the first person answered. */
export interface Commitment {
  /** The SHA-256 over the salt and the canonical JSON of the results, in lower-case hex. */
  readonly sha256: string;
  /** 32 random bytes in lower-case hex; the evidence bundle publishes it. */
  readonly salt: string;
  readonly createdAt: Date;
}

/** The crowd job of a stage, from the write that makes the stage wait for people. */
export interface StageCrowdJob {
  readonly id: string;
  readonly validUntil: Date;
  readonly commitment: Commitment;
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
  /** Missing until the stage asks people. */
  readonly crowdJob?: StageCrowdJob;
  /** The answers so far; missing until the stage asks people. */
  readonly responses?: readonly StageResponse[];
  /** The number of responses requested in all. */
  readonly responsesWanted?: number;
  /** Missing until a stage that asked people has ended. */
  readonly people?: PeopleResult;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a stage leaves behind when it completes. */
export type StageResult = Pick<RunStage, 'verdict' | 'confidence' | 'summary' | 'findings' | 'artifacts'>;
