import type { ContextClaims } from './context-claims.ts';
import type { Pipeline, StageType } from './pipeline.ts';
import type { SubjectFile } from './subject-files.ts';

export type RunStatus = 'pending' | 'running' | 'awaiting_crowd' | 'completed' | 'failed';
export type StageStatus = 'pending' | 'running' | 'awaiting_crowd' | 'completed' | 'failed' | 'skipped';
export type Verdict = 'authentic' | 'manipulated' | 'synthetic' | 'inconclusive' | 'unverified';

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

export interface RunStage {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly type: StageType;
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
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What fusion concluded, as it is shown. */
export interface RunConclusion {
  readonly verdict: Verdict;
  /** 0 to 1. */
  readonly confidence: number;
  readonly scorecard: Readonly<Record<string, number>>;
  readonly explanation: string;
  /** Markdown. */
  readonly report: string;
}

export interface Run {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly pipelineSlug: string;
  readonly status: RunStatus;
  readonly files: readonly SubjectFile[];
  readonly contextId: string;
  readonly contextData: ContextClaims | null;
  readonly stages: readonly RunStage[];
  readonly conclusion: RunConclusion | null;
  readonly error: string;
  readonly startedBy: string;
  readonly costCents: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
}

export interface NewRun {
  readonly organizationId: string;
  readonly projectId: string;
  readonly pipeline: Pipeline;
  readonly files: readonly SubjectFile[];
  readonly contextData: ContextClaims | null;
  readonly startedBy: string;
}

/** A pending run with its stages in the pipeline's order. */
export function newRun(input: NewRun, now: Date, newId: () => string): Run {
  const { pipeline } = input;
  return {
    id: newId(),
    organizationId: input.organizationId,
    projectId: input.projectId,
    pipelineSlug: pipeline.slug,
    status: 'pending',
    files: input.files,
    contextId: '',
    contextData: input.contextData,
    stages: pipeline.stages.map(({ slug, name, type }, order) => ({
      id: newId(),
      slug,
      name,
      type,
      order,
      status: 'pending',
      verdict: null,
      confidence: null,
      summary: '',
      findings: null,
      artifacts: [],
      startedAt: null,
      completedAt: null,
      error: '',
      createdAt: now,
      updatedAt: now,
    })),
    conclusion: null,
    error: '',
    startedBy: input.startedBy,
    costCents: pipeline.costCredits,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  };
}

export function stageOf(run: Run, slug: string): RunStage | undefined {
  return run.stages.find((stage) => stage.slug === slug);
}

/** The stage after this one; undefined after the last. */
export function stageAfter(run: Run, slug: string): RunStage | undefined {
  const order = stageOf(run, slug)?.order;
  return order === undefined ? undefined : run.stages.find((stage) => stage.order === order + 1);
}
