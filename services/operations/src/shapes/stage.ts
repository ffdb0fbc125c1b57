import { Stage } from '@assay/proto/runs/v1/run';
import { nullable } from '../json-schema.ts';
import type { Member } from '../shape.ts';
import { shapeOf } from '../shape.ts';

/** Of what only stages have that ask people, of which there are none yet. */
function none(type: 'string' | 'integer', description: string): Member<Stage> {
  return { schema: nullable({ type }, description), value: () => null };
}

/** A stage knows its run: `Run` alone carries the id. */
export interface StageOfRun extends Stage {
  readonly runId: string;
}

/** Both shapes of the specification in one. */
export const stage = shapeOf<Stage, StageOfRun>(Stage, {
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
    minResponses: none('integer', 'How many answers a crowd stage needs at least.'),
    consensusThreshold: none('string', 'How much agreement a crowd stage needs.'),
  },
});
