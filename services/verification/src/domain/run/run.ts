import type { ClaimJudgement } from '../claim/judge-claims.ts';
import type { ContextClaims } from '../context/context-claims.ts';
import type { ConfidenceMeaning, Verdict } from '../fusion/conclusion.ts';
import type { CrowdOptions } from '../pipeline/crowd-options.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { RunStage } from '../stage/stage.ts';
import type { SubjectFile } from '../subject-file/subject-file.ts';
import { priceRun } from '../pipeline/pipeline-price.ts';

export type RunStatus = 'pending' | 'running' | 'awaiting_crowd' | 'completed' | 'failed';

/** What fusion concluded, as it is shown. */
export interface RunConclusion {
  readonly verdict: Verdict;
  /** 0 to 1. */
  readonly confidence: number;
  /** Missing in runs from before it was said. */
  readonly confidenceMeaning?: ConfidenceMeaning;
  /** Missing in runs from before it was said. */
  readonly prior?: number;
  readonly scorecard: Readonly<Record<string, number>>;
  readonly explanation: string;
  /** The result in a few words; missing in runs from before it was kept. */
  readonly headline?: string;
  /** Markdown. */
  readonly report: string;
  /** What became of each claim; missing in runs from before it was kept. */
  readonly claims?: readonly ClaimJudgement[];
}

/** The part of a price that is charged with the end of a run, next to the answers of people, which are charged one by one. */
export interface RunCharge {
  /** In euro cents. */
  readonly machineCents: number;
  readonly crowdJobIds: readonly string[];
}

export interface Run {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly pipelineSlug: string;
  /** Empty in runs from before there were versions. */
  readonly pipelineVersion: string;
  readonly status: RunStatus;
  readonly files: readonly SubjectFile[];
  readonly contextId: string;
  readonly contextData: ContextClaims | null;
  readonly stages: readonly RunStage[];
  /** The people whom its crowd stages ask; null for a pipeline that asks nobody. */
  readonly crowd: CrowdOptions | null;
  readonly conclusion: RunConclusion | null;
  readonly error: string;
  readonly startedBy: string;
  /** The highest price until the run ends; then what is charged. */
  readonly costCents: number;
  /** Missing until a run that asks people has ended. */
  readonly charge?: RunCharge;
  /** What holds its money; empty until it was restarted: the run's id does. */
  readonly holdId: string;
  /** 1, and one more with each restart; 1 in runs from before it was counted. */
  readonly attempt: number;
  /** The run whose acceptance decides about this one too, as all of one start are accepted or none; else its own id. */
  readonly leadRunId: string;
  /** Whether it was started as one of several over single files, which projects-files lists. */
  readonly isSingleFileRun: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
}

/** The error of a run that a person canceled. */
export const canceledError = 'canceled';

/** The error of a run whose project was deleted before the run ended. */
export const projectDeletedError = 'the project was deleted';

/** The call or event that changes a run; its ids travel on in the events the change makes. */
export interface Cause {
  readonly requestId: string;
  readonly traceparent?: string | undefined;
}

export interface RunFilter {
  readonly projectId: string;
  readonly status?: RunStatus | undefined;
  readonly pipelineSlug?: string | undefined;
}

/** How many runs have these in common. */
export interface RunTally {
  readonly pipelineSlug: string;
  readonly status: RunStatus;
  /** Missing or null while there is none. */
  readonly verdict?: Verdict | null;
  readonly count: number;
}

export interface NewRun {
  readonly organizationId: string;
  readonly projectId: string;
  readonly pipeline: Pipeline;
  readonly files: readonly SubjectFile[];
  /** The saved context; empty: none. */
  readonly contextId: string;
  readonly contextData: ContextClaims | null;
  readonly crowd: CrowdOptions | null;
  readonly startedBy: string;
}

/** A pending run with its stages in the pipeline's order. */
export function newRun(input: NewRun, now: Date, newId: () => string): Run {
  const { pipeline } = input;
  const id = newId();
  return {
    id,
    organizationId: input.organizationId,
    projectId: input.projectId,
    pipelineSlug: pipeline.slug,
    pipelineVersion: pipeline.version,
    status: 'pending',
    files: input.files,
    contextId: input.contextId,
    contextData: input.contextData,
    stages: newStages(pipeline, now, newId),
    crowd: input.crowd,
    conclusion: null,
    error: '',
    startedBy: input.startedBy,
    costCents: priceRun(pipeline, input.crowd),
    holdId: '',
    attempt: 1,
    leadRunId: id,
    isSingleFileRun: false,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  };
}

/** The stages of a run that begins, each under an id that no earlier attempt at the run has used. */
export function newStages(pipeline: Pipeline, now: Date, newId: () => string): readonly RunStage[] {
  return pipeline.stages.map(({ slug, name, type, task }, order) => ({
    id: newId(),
    slug,
    name,
    type,
    task,
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
  }));
}

export function hasEnded({ status }: Pick<Run, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

export function stageOf(run: Run, slug: string): RunStage | undefined {
  return run.stages.find((stage) => stage.slug === slug);
}

const unended: readonly RunStage['status'][] = ['pending', 'running', 'awaiting_crowd'];

/** The first stage that has not ended; undefined when all have. */
export function currentStage(run: Run): RunStage | undefined {
  return run.stages.find(({ status }) => unended.includes(status));
}

/** The stage after this one; undefined after the last. */
export function stageAfter(run: Run, slug: string): RunStage | undefined {
  const order = stageOf(run, slug)?.order;
  return order === undefined ? undefined : run.stages.find((stage) => stage.order === order + 1);
}
