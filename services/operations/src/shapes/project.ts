import { Project } from '@assay/proto/projects/v1/project';
import { defineShape } from '../shape.ts';

/** A project and what two services count in it. */
export interface CountedProject extends Project {
  readonly fileCount: number;
  readonly runCount: number;
}

export const projectWithCounts = defineShape<Project, CountedProject>(Project, {
  name: 'ProjectWithCounts',
  description: 'A project and how much it holds.',
  members: {
    fileCount: {
      schema: { type: 'integer', description: 'How many files are in it.', examples: [3] },
      value: ({ fileCount }) => fileCount,
    },
    runCount: {
      schema: { type: 'integer', description: 'How many verification runs are in it.', examples: [2] },
      value: ({ runCount }) => runCount,
    },
  },
});
