import { Type } from 'typebox';
import type { Static } from 'typebox';
import { RunStatus } from '@assay/proto/runs/v1/run';
import type { Run } from '@assay/proto/runs/v1/run';
import { required, textOrNull } from '../../rest/required.ts';
import { restEnum } from '../../rest/rest-enum.ts';
import { dateTime, id, named, nullable, openObject } from '../../rest/schema.ts';
import { stageSchema, toStage, verdict } from './stage-rest.ts';

export const runStatus = restEnum(RunStatus.UNSPECIFIED, {
  pending: RunStatus.PENDING,
  running: RunStatus.RUNNING,
  awaiting_crowd: RunStatus.AWAITING_CROWD,
  completed: RunStatus.COMPLETED,
  failed: RunStatus.FAILED,
});

const runFile = Type.Object({
  id: id('The file.'),
  name: Type.String({ description: 'Its name at the start.' }),
  type: Type.String({ description: 'Its MIME type.' }),
  role: Type.String({ description: 'What it is to the run, such as `subject`.' }),
});

const fields = {
  id: id('The run.'),
  projectId: id('Its project.'),
  organizationId: id('The organization it belongs to.'),
  pipelineId: Type.String({ description: 'The slug of its pipeline.' }),
  pipelineSlug: Type.String({ description: 'The same as `pipelineId`.' }),
  status: runStatus.schema,
  fileIds: Type.Array(Type.String(), { description: 'Its files.' }),
  files: Type.Array(runFile, { description: 'Its files, as they were at the start.' }),
  contextId: nullable(Type.String(), 'The saved context it used.'),
  contextDataSnapshot: nullable(openObject('The claims it used, as they were at the start.')),
  jobId: nullable(Type.String(), 'The job that executes it.'),
  verdict: nullable(verdict.schema, 'What it concludes, once completed.'),
  confidence: nullable(Type.Number(), '0 to 1, once completed.'),
  scorecard: nullable(
    Type.Record(Type.String(), Type.Number(), {
      description: 'Criterion to a number from 0 to 1, where 1 speaks for the file.',
    }),
  ),
  explanation: nullable(Type.String(), 'A few sentences for people, once completed.'),
  report: nullable(Type.String(), 'The whole report as Markdown, once completed.'),
  error: nullable(Type.String(), 'Why it failed; nothing was charged.'),
  costCents: Type.Integer({ description: 'What it costs, in euro cents; held until it completes.' }),
  createdAt: dateTime('When it was started.'),
  updatedAt: dateTime('When its record last changed.'),
  completedAt: nullable(dateTime('When it completed or failed.')),
};

export const runSchema = named(
  'Run',
  Type.Object(fields, { description: 'One execution of a pipeline, as lists show it.' }),
);

export const runWithStagesSchema = named(
  'RunWithStages',
  Type.Object(
    { ...fields, stages: Type.Array(stageSchema.ref, { description: 'Its steps, in order.' }) },
    { description: 'One execution of a pipeline, with its stages.' },
  ),
);

export function toRun(run: Run | undefined): Static<typeof runSchema.schema> {
  const given = required(run);
  const isConcluded = given.verdict !== undefined;
  return {
    id: given.id,
    projectId: given.projectId,
    organizationId: given.organizationId,
    pipelineId: given.pipelineSlug,
    pipelineSlug: given.pipelineSlug,
    status: runStatus.toRest(given.status),
    fileIds: given.files.map((file) => file.id),
    files: given.files.map(({ mimeType, ...file }) => ({ ...file, type: mimeType })),
    contextId: textOrNull(given.contextId),
    contextDataSnapshot: given.contextDataSnapshot ?? null,
    jobId: null,
    verdict: verdict.toRestOrNull(given.verdict),
    confidence: given.confidence ?? null,
    scorecard: isConcluded ? given.scorecard : null,
    explanation: textOrNull(given.explanation),
    report: textOrNull(given.report),
    error: textOrNull(given.error),
    costCents: given.costCents,
    createdAt: required(given.createdAt).toISOString(),
    updatedAt: required(given.updatedAt).toISOString(),
    completedAt: given.completedAt?.toISOString() ?? null,
  };
}

export function toRunWithStages(run: Run | undefined): Static<typeof runWithStagesSchema.schema> {
  const given = required(run);
  return { ...toRun(given), stages: given.stages.map((stage) => toStage(stage, given.id)) };
}
