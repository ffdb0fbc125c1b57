import { Stage } from '@assay/proto/runs/v1/run';
import { nullable } from '../json-schema.ts';
import type { Member } from '../shape.ts';
import { defineShape } from '../shape.ts';

/** Of jobs that there are none of yet. */
function none(type: 'string', description: string): Member<Stage> {
  return { schema: nullable({ type }, description), value: () => null };
}

/** A stage knows its run: `Run` alone carries the id. */
export interface StageOfRun extends Stage {
  readonly runId: string;
}

/** Both shapes of the specification in one. */
export const stage = defineShape<Stage, StageOfRun>(Stage, {
  renamed: { name: 'stageName' },
  copies: { stageSlug: 'slug', stageType: 'type', stageOrder: 'order', stageReport: 'summary' },
  members: {
    verificationPipelineRunId: {
      schema: {
        type: 'string',
        description: 'The run it belongs to.',
        examples: ['v9k2m4x7q1r8t5w3y6z0a2b4'],
      },
      value: ({ runId }) => runId,
    },
    crowdJobId: none('string', 'The crowd job that asked people.'),
    jobId: none('string', 'The job that executed the stage.'),
    consensusThreshold: {
      schema: nullable(
        { type: 'string' },
        'How probable one answer must be for people to agree, from 0 to 1; null in a stage that asks nobody.',
      ),
      value: ({ consensusThreshold }) => consensusThreshold?.toString() ?? null,
    },
  },
});
