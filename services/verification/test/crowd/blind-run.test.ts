import { finding } from '@assay/checks/check/check-result';
import { Run as RunMessage, Stage as StageMessage } from '@assay/proto/runs/v1/run';
import { expect, it } from 'vitest';
import { defaultCrowdOptions } from '../../src/domain/pipeline/crowd-options.ts';
import { imageExpertReview } from '../../src/domain/pipeline/definitions/image-expert-review.ts';
import { newRun } from '../../src/domain/run/run.ts';
import type { Run } from '../../src/domain/run/run.ts';
import { toFindings } from '../../src/domain/stage/records/findings.ts';
import type { RunStage } from '../../src/domain/stage/stage.ts';
import { toRunMessage } from '../../src/rpc/run-message.ts';

/** The fields that tell the state of a stage, its times, and how it is defined. Each new field belongs here or is hidden. */
const stateOfStage = [
  'id',
  'slug',
  'name',
  'type',
  'order',
  'status',
  'startedAt',
  'completedAt',
  'error',
  'createdAt',
  'updatedAt',
  'minResponses',
  'consensusThreshold',
  'crowdJobId',
  'people',
  'commitment',
];
/** The fields that tell what was ordered and how far it is. */
const stateOfRun = [
  'id',
  'projectId',
  'organizationId',
  'pipelineSlug',
  'pipelineVersion',
  'status',
  'files',
  'contextId',
  'contextDataSnapshot',
  'stages',
  'error',
  'startedBy',
  'createdAt',
  'updatedAt',
  'completedAt',
  'costCents',
];

function buildRun(status: RunStage['status']): Run {
  const owner = { organizationId: 'o', projectId: 'p', startedBy: 'u', contextId: '', contextData: null };
  const order = { ...owner, files: [], pipeline: imageExpertReview, crowd: defaultCrowdOptions };
  const created = newRun(order, new Date(0), () => 'id');
  const identity = { slug: 'copy-move', version: '1', kind: 'structural', criterion: 'duplication' } as const;
  const findings = toFindings([finding(identity, { statement: 'found twice', llrManipulated: 1 })]);
  const ended = { status: 'completed', summary: 'found twice', findings } as const;
  const stages = created.stages.map((stage): RunStage => {
    if (stage.task?.kind === 'examine')
      return { ...stage, ...ended, verdict: 'manipulated', confidence: 0.9 };
    return stage.slug === 'crowd-anomaly-marking' ? { ...stage, status } : stage;
  });
  return { ...created, stages, status: 'awaiting_crowd' };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

it.each(['pending', 'running', 'awaiting_crowd'] as const)(
  'hides each field of a run with a result while marking is %s',
  (status) => {
    const message = toRunMessage(buildRun(status));
    for (const field of Object.keys(RunMessage.fromPartial({}))) {
      const value = message[field as keyof RunMessage];
      expect([field, stateOfRun.includes(field) || isEmpty(value)]).toEqual([field, true]);
    }
    const machines = message.stages.filter(({ slug }) => !slug.startsWith('crowd'));
    expect(machines).toHaveLength(5);
    for (const stage of machines) {
      for (const field of Object.keys(StageMessage.fromPartial({}))) {
        const value = stage[field as keyof StageMessage];
        expect([field, stateOfStage.includes(field) || isEmpty(value)]).toEqual([field, true]);
      }
      expect([stage.people, stage.commitment, stage.error]).toEqual([undefined, undefined, undefined]);
    }
  },
);

it.each(['completed', 'skipped', 'failed'] as const)('shows the results once marking is %s', (status) => {
  expect(toRunMessage(buildRun(status)).stages[0]).toMatchObject({ summary: 'found twice', confidence: 0.9 });
});
