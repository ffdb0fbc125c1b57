import { Run } from '@assay/proto/runs/v1/run';
import type { RunFile } from '@assay/proto/runs/v1/run';
import { nullable } from '../json-schema.ts';
import type { Member } from '../shape.ts';
import { defineShape } from '../shape.ts';
import { stage } from './stage.ts';

const text = (description: string, example: string) => ({ type: 'string', description, examples: [example] });
const fileId = 'v9k2m4x7q1r8t5w3y6z0a2b4';

const fileMembers = {
  id: text('The file.', fileId),
  name: text('Its name at the start.', 'harbour.jpg'),
  type: text('Its MIME type.', 'image/jpeg'),
  role: text('What the file is to the run.', 'subject'),
};

const members: Readonly<Record<string, Member<Run>>> = {
  fileIds: {
    schema: {
      type: 'array',
      items: { type: 'string' },
      description: 'The ids of its files.',
      examples: [[fileId]],
    },
    value: ({ files }) => files.map(({ id }) => id),
  },
  files: {
    schema: {
      type: 'array',
      description: 'Its files, as they were at the start.',
      items: { type: 'object', required: Object.keys(fileMembers), properties: fileMembers },
    },
    value: ({ files }) => files.map(toRestFile),
  },
  jobId: { schema: nullable({ type: 'string' }, 'The job that executes it.'), value: () => null },
  scorecard: {
    schema: nullable(
      { type: 'object', additionalProperties: { type: 'number' } },
      'Criterion to a number from 0 to 1, where 1 speaks for the file; null until the run is completed.',
    ),
    value: ({ verdict, scorecard }) => (verdict === undefined ? null : scorecard),
  },
};

function toRestFile({ id, name, mimeType, role }: RunFile) {
  return { id, name, type: mimeType, role };
}

/** Both shapes of the specification in one. */
const rules = {
  hidden: ['startedBy', 'stages'] as const,
  copies: { pipelineId: 'pipelineSlug' as const },
};

export const run = defineShape(Run, {
  ...rules,
  description: 'One execution of a pipeline, as lists show it.',
  members,
});

export const runWithStages = defineShape(Run, {
  ...rules,
  name: 'RunWithStages',
  description: 'One execution of a pipeline, with its stages.',
  members: {
    ...members,
    stages: {
      schema: { type: 'array', description: 'Its steps, in order.' },
      items: stage,
      value: ({ id, stages }) => stages.map((one) => ({ ...one, runId: id })),
    },
  },
});
