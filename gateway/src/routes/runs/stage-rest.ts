import { Type } from 'typebox';
import type { Static } from 'typebox';
import { StageStatus, Verdict } from '@assay/proto/runs/v1/run';
import type { Stage } from '@assay/proto/runs/v1/run';
import { required, textOrNull } from '../../rest/required.ts';
import { restEnum } from '../../rest/rest-enum.ts';
import { dateTime, id, named, nullable, openObject } from '../../rest/schema.ts';
import { stageType } from '../catalog/pipeline-rest.ts';

export const verdict = restEnum(Verdict.UNSPECIFIED, {
  authentic: Verdict.AUTHENTIC,
  manipulated: Verdict.MANIPULATED,
  synthetic: Verdict.SYNTHETIC,
  inconclusive: Verdict.INCONCLUSIVE,
  unverified: Verdict.UNVERIFIED,
});

const stageStatus = restEnum(StageStatus.UNSPECIFIED, {
  pending: StageStatus.PENDING,
  running: StageStatus.RUNNING,
  awaiting_crowd: StageStatus.AWAITING_CROWD,
  completed: StageStatus.COMPLETED,
  failed: StageStatus.FAILED,
  skipped: StageStatus.SKIPPED,
});

/** Both documented shapes in one: `stageSlug` is `slug`, `stageType` is `type`, `stageOrder` is `order`. */
export const stageSchema = named(
  'Stage',
  Type.Object(
    {
      id: id('The stage.'),
      verificationPipelineRunId: id('Its run.'),
      slug: Type.String({ description: 'Its name within the pipeline.' }),
      stageSlug: Type.String({ description: 'The same as `slug`.' }),
      stageName: Type.String({ description: 'For people.' }),
      type: stageType.schema,
      stageType: stageType.schema,
      order: Type.Integer({ description: 'From 0.' }),
      stageOrder: Type.Integer({ description: 'The same as `order`.' }),
      status: stageStatus.schema,
      verdict: nullable(verdict.schema, 'What this stage alone would conclude.'),
      confidence: nullable(Type.Number(), '0 to 1.'),
      summary: nullable(Type.String(), 'For people, once done.'),
      stageReport: nullable(Type.String(), 'The same as `summary`.'),
      artifacts: nullable(openObject('What each check found.')),
      crowdJobId: nullable(Type.String(), 'The crowd job that asked people.'),
      jobId: nullable(Type.String(), 'The job that executed it.'),
      minResponses: nullable(Type.Integer(), 'Answers a crowd stage needs at least.'),
      consensusThreshold: nullable(Type.String(), 'Agreement a crowd stage needs.'),
      startedAt: nullable(dateTime('When it began.')),
      completedAt: nullable(dateTime('When it ended.')),
      error: nullable(Type.String(), 'Why it failed.'),
      createdAt: dateTime('When the run was started.'),
      updatedAt: dateTime('When the stage last changed.'),
    },
    { description: 'One step of a run.' },
  ),
);

export function toStage(stage: Stage, runId: string): Static<typeof stageSchema.schema> {
  const type = stageType.toRest(stage.type);
  const summary = textOrNull(stage.summary);
  return {
    id: stage.id,
    verificationPipelineRunId: runId,
    slug: stage.slug,
    stageSlug: stage.slug,
    stageName: stage.name,
    type,
    stageType: type,
    order: stage.order,
    stageOrder: stage.order,
    status: stageStatus.toRest(stage.status),
    verdict: verdict.toRestOrNull(stage.verdict),
    confidence: stage.confidence ?? null,
    summary,
    stageReport: summary,
    artifacts: stage.artifacts ?? null,
    crowdJobId: null,
    jobId: null,
    minResponses: null,
    consensusThreshold: null,
    startedAt: stage.startedAt?.toISOString() ?? null,
    completedAt: stage.completedAt?.toISOString() ?? null,
    error: textOrNull(stage.error),
    createdAt: required(stage.createdAt).toISOString(),
    updatedAt: required(stage.updatedAt).toISOString(),
  };
}
