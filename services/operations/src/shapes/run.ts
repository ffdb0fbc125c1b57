import { Run } from '@assay/proto/runs/v1/run';
import type { RunFile } from '@assay/proto/runs/v1/run';
import { nullable } from '../json-schema.ts';
import type { Member } from '../shape.ts';
import { defineShape } from '../shape.ts';
import { stage } from './stage.ts';

const text = (description: string, example: string) => ({ type: 'string', description, examples: [example] });
const fileId = 'v9k2m4x7q1r8t5w3y6z0a2b4';

const fileMembers = {
  id: text('The id of the file.', fileId),
  name: text('The name of the file when the run started.', 'harbour.jpg'),
  type: text('The MIME type of the file.', 'image/jpeg'),
  role: text('The role of the file in the run.', 'subject'),
};

const members: Readonly<Record<string, Member<Run>>> = {
  fileIds: {
    schema: {
      type: 'array',
      items: { type: 'string' },
      description: 'The ids of the files of the run.',
      examples: [[fileId]],
    },
    value: ({ files }) => files.map(({ id }) => id),
  },
  files: {
    schema: {
      type: 'array',
      description: 'The files of the run, as they were when it started.',
      items: { type: 'object', required: Object.keys(fileMembers), properties: fileMembers },
    },
    value: ({ files }) => files.map(toRestFile),
  },
  jobId: { schema: nullable({ type: 'string' }, 'Reserved; always null.'), value: () => null },
  scorecard: {
    schema: nullable(
      { type: 'object', additionalProperties: { type: 'number' } },
      'The scores of the run: for each criterion a number from 0 to 1, where 1 is in favor of the file. Null until the run is ' +
        'completed.',
    ),
    value: ({ verdict, scorecard }) => (verdict === undefined ? null : scorecard),
  },
};

function toRestFile({ id, name, mimeType, role }: RunFile) {
  return { id, name, type: mimeType, role };
}

/** Combines both run shapes of the specification. */
const rules = {
  hidden: ['startedBy', 'stages'] as const,
  copies: { pipelineId: 'pipelineSlug' as const },
};

export const run = defineShape(Run, {
  ...rules,
  description: 'One execution of a pipeline, without its stages.',
  members,
});

export const runWithStages = defineShape(Run, {
  ...rules,
  name: 'RunWithStages',
  description: 'One execution of a pipeline, with its stages.',
  members: {
    ...members,
    stages: {
      schema: { type: 'array', description: 'The stages of the run, in order.' },
      items: stage,
      value: ({ id, stages }) => stages.map((one) => ({ ...one, runId: id })),
    },
  },
});
