import { Project } from '@assay/proto/projects/v1/project';
import { PipelineRuns } from '@assay/proto/runs/v1/runs_service';
import { defineShape } from '../shape.ts';

/** A project with the summary of its runs. */
export interface ProjectDossier extends Project {
  readonly generatedAt: Date;
  readonly pipelines: readonly PipelineRuns[];
}

const pipelineRuns = defineShape(PipelineRuns, { hidden: ['pipelineSlug'] });

export const dossier = defineShape<Project, ProjectDossier>(Project, {
  name: 'Dossier',
  description: 'The summary of the runs of a project, by pipeline.',
  renamed: { id: 'projectId', name: 'projectName' },
  hidden: ['organizationId', 'description', 'type', 'createdBy', 'createdAt', 'updatedAt'],
  members: {
    generatedAt: {
      schema: {
        type: 'string',
        format: 'date-time',
        description: 'The time at which the dossier was created.',
        examples: ['2026-11-19T16:21:37.000Z'],
      },
      value: ({ generatedAt }) => generatedAt.toISOString(),
    },
    pipelines: {
      schema: {
        type: 'object',
        description: 'The runs by the slug of their pipeline. Pipelines without runs are left out.',
        examples: [{}],
      },
      values: pipelineRuns,
      value: ({ pipelines }) => Object.fromEntries(pipelines.map((one) => [one.pipelineSlug, one])),
    },
  },
});
