import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { one, page, shaped } from '../answer.ts';
import { composed, operation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { required } from '../required.ts';
import { projectWithCounts } from '../shapes/project.ts';

const rpcs = ProjectsServiceService;
const { countRuns } = RunsServiceService;

export const projects: Resource = {
  tag: { name: 'Projects', description: 'Workspaces for files and verification runs.' },
  operations: {
    createProject: operation('POST /v2/projects', rpcs.createProject, {
      summary: 'Create a project',
      description: 'Makes an empty project in the organization of the key.',
      status: 201,
      defaults: { type: 'standard' },
      answer: one('project', 'The new project.'),
    }),
    listProjects: operation('GET /v2/projects', rpcs.listProjects, {
      summary: 'List projects',
      description: 'The projects of the organization, newest first.',
      answer: page('projects', 'A page of projects.'),
    }),
    getProject: composed('GET /v2/projects/:projectId', [rpcs.getProject, countRuns], {
      summary: 'Read a project',
      description: 'One project, with how many files and runs it holds.',
      answer: shaped(projectWithCounts, 'The project.'),
      async perform({ ask }, call, request) {
        const [{ project, fileCount }, { runCount }] = await Promise.all([
          ask(rpcs.getProject, call, request),
          ask(countRuns, call, request),
        ]);
        return { ...required(project), fileCount, runCount };
      },
    }),
  },
};
