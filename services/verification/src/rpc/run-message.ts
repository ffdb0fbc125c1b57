import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { optionalText } from '@assay/chassis/grpc/contract/optional-text';
import type { Page, PageOf } from '@assay/chassis/pagination';
import { PipelineRunStatus } from '@assay/proto/files/v1/pipeline_run';
import type { PipelineRun as PipelineRunMessage } from '@assay/proto/files/v1/pipeline_run';
import { ClaimVerdict, ConfidenceMeaning, RunStatus, StageStatus } from '@assay/proto/runs/v1/run';
import type {
  ClaimJudgement as ClaimMessage,
  Run as RunMessage,
  RunEstimate as EstimateMessage,
  Stage as StageMessage,
  Verdict,
} from '@assay/proto/runs/v1/run';
import type {
  ListRunEventsResponse,
  ListRunsRequest,
  ListRunsResponse,
  PipelineRuns as PipelineRunsMessage,
} from '@assay/proto/runs/v1/runs_service';
import type { ClaimJudgement } from '../domain/claim/judge-claims.ts';
import type { Verdict as DomainVerdict } from '../domain/fusion/conclusion.ts';
import type { RunEstimate } from '../domain/estimate/estimate-run.ts';
import type * as domain from '../domain/run/run.ts';
import type { RunEvents } from '../domain/run/list-run-events.ts';
import type { PipelineRuns } from '../domain/run/summarize-runs.ts';
import type { RunStage } from '../domain/stage/stage.ts';
import { verdicts } from '../events/verdict-message.ts';
import { hideBlindResults } from '../domain/run/blind-results.ts';
import { toPeopleFields } from './crowd-message.ts';
import { stageTypes } from './pipeline-message.ts';

const runStatuses = createEnumCodec(RunStatus);
const singleFileStatuses = createEnumCodec(PipelineRunStatus);
const stageStatuses = createEnumCodec(StageStatus);
const claimVerdicts = createEnumCodec(ClaimVerdict);
const confidenceMeanings = createEnumCodec(ConfidenceMeaning);

export function toRunMessage(run: domain.Run): RunMessage {
  const { id, projectId, organizationId, pipelineSlug, contextId, error, startedBy, costCents } = run;
  const { conclusion } = run;
  return {
    id,
    projectId,
    organizationId,
    pipelineSlug,
    pipelineVersion: optionalText(run.pipelineVersion),
    status: runStatuses.toMessage(run.status),
    files: run.files.map(({ id: fileId, name, mimeType }) => ({
      id: fileId,
      name,
      mimeType,
      role: 'subject',
    })),
    contextId: optionalText(contextId),
    contextDataSnapshot: run.contextData ?? undefined,
    stages: hideBlindResults(run).stages.map(toStageMessage),
    verdict: toVerdict(conclusion?.verdict ?? null),
    confidence: conclusion?.confidence,
    confidenceMeaning:
      conclusion?.confidenceMeaning && confidenceMeanings.toMessage(conclusion.confidenceMeaning),
    prior: conclusion?.prior,
    scorecard: conclusion?.scorecard ?? {},
    explanation: conclusion?.explanation,
    headline: conclusion?.headline,
    report: conclusion?.report,
    error: optionalText(error),
    startedBy,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    completedAt: run.completedAt ?? undefined,
    costCents,
    claims: (conclusion?.claims ?? []).map(toClaimMessage),
  };
}

function toClaimMessage({ key, verdict, summary, evidence }: ClaimJudgement): ClaimMessage {
  return {
    key,
    verdict: claimVerdicts.toMessage(verdict),
    summary,
    evidence: evidence.map((one) => ({ ...one })),
  };
}

/** A run over a single file, as lists of what was done with files show it. */
export function toSingleFileRunMessage(run: domain.Run): PipelineRunMessage {
  const { id, pipelineSlug, projectId, organizationId, error, conclusion, createdAt, updatedAt } = run;
  const [file] = run.files;
  const { verdict, confidence } = conclusion ?? {};
  const status = run.status === 'awaiting_crowd' ? 'running' : run.status;
  return {
    id,
    pipelineSlug,
    projectId,
    organizationId,
    jobId: id,
    fileId: file?.id ?? '',
    status: singleFileStatuses.toMessage(status),
    error: optionalText(error),
    createdAt,
    updatedAt,
    result: verdict && { verdict, confidence },
    progress: undefined,
  };
}

export function toEstimateMessage({ stages, warnings, ...estimate }: RunEstimate): EstimateMessage {
  return { ...estimate, stages: [...stages], warnings: [...warnings] };
}

export function toRunEventsMessage({ events, hasEnded }: RunEvents): ListRunEventsResponse {
  const messages = events.map((event) =>
    event.run === undefined
      ? { id: event.id, run: undefined, stage: toStageMessage(event.stage) }
      : { id: event.id, run: toRunMessage({ ...event.run, stages: [] }), stage: undefined },
  );
  return { events: messages, hasEnded };
}

export function toRunPage({ items, ...facts }: PageOf<domain.Run>): ListRunsResponse {
  return { runs: items.map(toRunMessage), ...facts };
}

export function toPipelineRunsMessage({ runs, verdictSummary, ...rest }: PipelineRuns): PipelineRunsMessage {
  return { ...rest, verdictSummary: { ...verdictSummary }, runs: runs.map(toRunMessage) };
}

export function fromListRunsRequest(request: ListRunsRequest): domain.RunFilter & Page {
  const { projectId, pipelineSlug, limit, offset, cursor } = request;
  return {
    projectId,
    status: runStatuses.read('status', request.status),
    pipelineSlug: pipelineSlug === '' ? undefined : pipelineSlug,
    limit,
    offset,
    cursor,
  };
}

function toStageMessage(stage: RunStage): StageMessage {
  const { id, slug, name, order, summary, error, createdAt, updatedAt } = stage;
  return {
    id,
    slug,
    name,
    type: stageTypes.toMessage(stage.type),
    order,
    status: stageStatuses.toMessage(stage.status),
    verdict: toVerdict(stage.verdict),
    confidence: stage.confidence ?? undefined,
    summary: optionalText(summary),
    artifacts: stage.findings ?? undefined,
    startedAt: stage.startedAt ?? undefined,
    completedAt: stage.completedAt ?? undefined,
    error: optionalText(error),
    createdAt,
    updatedAt,
    ...toPeopleFields(stage),
  };
}

function toVerdict(verdict: DomainVerdict | null): Verdict | undefined {
  return verdict === null ? undefined : verdicts.toMessage(verdict);
}
