import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { Audience } from '@assay/proto/crowd/v1/crowd_job';
import { ResponsesClosed, ResponsesRequested, RunAwaitsPeople } from '@assay/proto/runs/v1/run_events';
import type { ResponseTerms } from '@assay/proto/runs/v1/run_events';
import { defaultCrowdOptions } from '../domain/pipeline/crowd-options.ts';
import type { CrowdTask } from '../domain/pipeline/pipeline.ts';
import type { Cause, Run } from '../domain/run/run.ts';
import { taskOf } from '../domain/stage/records/stage-task.ts';
import type { EndedBy, MarkedArea, RunStage } from '../domain/stage/stage.ts';

export const audiences = createEnumCodec(Audience);

/** Builds the request of a crowd stage, which carries everything that its job needs. */
export function responsesRequested(
  run: Run,
  { stage, requested: responsesWanted }: { readonly stage: RunStage; readonly requested: number },
  cause: Cause,
): OutboxEntry {
  const { id: runId, projectId, organizationId, pipelineSlug, pipelineVersion, files } = run;
  const { id: stageId, slug: stageSlug } = stage;
  const task = taskOf(run, stage);
  if (task.kind !== 'ask') throw new Error(`${stageSlug} asks no people`);
  const value = {
    runId,
    projectId,
    organizationId,
    stageSlug,
    stageId,
    question: task.question,
    responsesWanted,
    options: task.options.map(({ value: name, label }) => ({ value: name, label })),
    fileIds: files.map(({ id }) => id),
    crowdJobId: stage.crowdJob?.id ?? '',
    pipelineSlug,
    pipelineVersion,
    terms: buildTerms(run, stage, task),
    texts: listTexts(run, task),
    areas: task.showsMaps === true ? listAreas(run, stage) : [],
    showsMaps: task.showsMaps === true,
  };
  return newEvent(ResponsesRequested, value, { organizationId, call: cause });
}

function buildTerms({ crowd, contextData, holdId }: Run, stage: RunStage, task: CrowdTask): ResponseTerms {
  const { audience, guestsAllowed, unpaid } = crowd ?? defaultCrowdOptions;
  const { unitCents, minResponses, maxResponses, consensusThreshold } = task;
  const language = contextData?.['language'];
  return {
    audience: audiences.toMessage(audience),
    guestsAllowed,
    validUntil: stage.crowdJob?.validUntil,
    unitCents: unpaid ? 0 : unitCents,
    minResponses,
    maxResponses,
    consensusThreshold,
    holdId,
    language: typeof language === 'string' ? language : '',
  };
}

/** Lists the claims that workers read, and no others. */
function listTexts({ contextData }: Run, { texts }: CrowdTask): Record<string, string> {
  return Object.fromEntries(
    texts.flatMap((key) => {
      const text = contextData?.[key];
      return typeof text === 'string' ? [[key, text]] : [];
    }),
  );
}

/** Lists the areas that people marked in the stages before. */
function listAreas({ stages }: Run, { order }: RunStage): MarkedArea[] {
  return stages
    .filter((stage) => stage.order < order)
    .flatMap(({ responses = [] }) => responses.flatMap(({ areas }) => areas));
}

/** The crowd job of a stage that needs no more answers. */
export interface ClosedStageJob {
  readonly organizationId: string;
  readonly runId: string;
  readonly stageId: string;
  readonly crowdJobId: string;
  readonly reason: EndedBy;
  readonly holdId: string;
}

/** Builds the event of a closed job. Each publication for the same stage has the same id. */
export function responsesClosed(job: ClosedStageJob, cause: Cause, occurredAt?: Date): OutboxEntry {
  const { organizationId, runId, stageId, crowdJobId, reason, holdId } = job;
  const value = { runId, organizationId, stageId, crowdJobId, reason, holdId };
  return newEvent(ResponsesClosed, value, { organizationId, call: cause, occurredAt, identity: stageId });
}

export function runAwaitsPeople(run: Run, stage: RunStage, cause: Cause): OutboxEntry {
  const { id: runId, projectId, organizationId, pipelineSlug } = run;
  const { slug: stageSlug, crowdJob } = stage;
  const value = {
    runId,
    projectId,
    organizationId,
    pipelineSlug,
    stageSlug,
    crowdJobId: crowdJob?.id ?? '',
  };
  return newEvent(RunAwaitsPeople, value, { organizationId, call: cause, identity: stage.id });
}
