import { Project } from '@assay/proto/projects/v1/project';
import { PipelineRuns } from '@assay/proto/runs/v1/runs_service';
import { defineShape } from '../shape.ts';

/** A project, and what was found in it. */
export interface ProjectDossier extends Project {
  readonly generatedAt: Date;
  readonly pipelines: readonly PipelineRuns[];
}

const pipelineRuns = defineShape(PipelineRuns, { hidden: ['pipelineSlug'] });

export const dossier = defineShape<Project, ProjectDossier>(Project, {
  name: 'Dossier',
  description: 'The runs of a project, summed up by pipeline.',
  renamed: { id: 'projectId', name: 'projectName' },
  hidden: ['organizationId', 'description', 'type', 'createdBy', 'createdAt', 'updatedAt'],
  members: {
    generatedAt: {
      schema: {
        type: 'string',
        format: 'date-time',
        description: 'When it was put together.',
        examples: ['2026-11-19T16:21:37.000Z'],
      },
      value: ({ generatedAt }) => generatedAt.toISOString(),
    },
    pipelines: {
      schema: {
        type: 'object',
        description: 'The runs by the slug of their pipeline; a pipeline that was never run is left out.',
        examples: [{}],
      },
      values: pipelineRuns,
      value: ({ pipelines }) => Object.fromEntries(pipelines.map((one) => [one.pipelineSlug, one])),
    },
  },
});
