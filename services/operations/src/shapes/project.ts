import { Project } from '@assay/proto/projects/v1/project';
import { defineShape } from '../shape.ts';

/** A project with two numbers, which two services count. */
export interface CountedProject extends Project {
  readonly fileCount: number;
  readonly runCount: number;
}

export const projectWithCounts = defineShape<Project, CountedProject>(Project, {
  name: 'ProjectWithCounts',
  description: 'A project with its number of files and runs.',
  members: {
    fileCount: {
      schema: { type: 'integer', description: 'The number of files in the project.', examples: [3] },
      value: ({ fileCount }) => fileCount,
    },
    runCount: {
      schema: {
        type: 'integer',
        description: 'The number of verification runs in the project.',
        examples: [2],
      },
      value: ({ runCount }) => runCount,
    },
  },
});
