import { Stage } from '@assay/proto/runs/v1/run';
import { nullable } from '../json-schema.ts';
import { defineShape } from '../shape.ts';

/** A stage with the id of its run, which the message of the stage does not have. */
export interface StageOfRun extends Stage {
  readonly runId: string;
}

/** Combines both stage shapes of the specification. */
export const stage = defineShape<Stage, StageOfRun>(Stage, {
  renamed: { name: 'stageName' },
  copies: { stageSlug: 'slug', stageType: 'type', stageOrder: 'order', stageReport: 'summary' },
  members: {
    verificationPipelineRunId: {
      schema: {
        type: 'string',
        description: 'The run of the stage.',
        examples: ['v9k2m4x7q1r8t5w3y6z0a2b4'],
      },
      value: ({ runId }) => runId,
    },
    jobId: { schema: nullable({ type: 'string' }, 'Reserved; always null.'), value: () => null },
    consensusThreshold: {
      schema: nullable(
        { type: 'string' },
        'The minimum probability of one answer for the responses to count as agreement, from 0 to 1. Null in a stage that does not ' +
          'involve people.',
      ),
      value: ({ consensusThreshold }) => consensusThreshold?.toString() ?? null,
    },
  },
});
