import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { noContent, one, page, shaped } from '../answer.ts';
import { compositeOperation, operation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { required } from '../required.ts';
import { dossier } from '../shapes/dossier.ts';
import { projectWithCounts } from '../shapes/project.ts';

const rpcs = ProjectsServiceService;
const { countRuns, summarizeRuns } = RunsServiceService;

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
    getProject: compositeOperation('GET /v2/projects/:projectId', [rpcs.getProject, countRuns], {
      summary: 'Read a project',
      description:
        'One project, with how many files and runs it holds. Where one of them cannot be counted at the moment, the answer is 503.',
      answer: shaped(projectWithCounts, 'The project.'),
      async perform({ callRpc }, call, request) {
        const [{ project, fileCount }, { runCount }] = await Promise.all([
          callRpc(rpcs.getProject, call, request),
          callRpc(countRuns, call, request),
        ]);
        return { ...required(project), fileCount, runCount };
      },
    }),
    getProjectDossier: compositeOperation(
      'GET /v2/projects/:projectId/dossier',
      [rpcs.getProject, summarizeRuns],
      {
        summary: 'Read the dossier of a project',
        description:
          'What was run in the project, by pipeline: how many runs there are, how many are completed and with which verdicts, and the ' +
          'newest 20 runs of every status. The list of runs, filtered by `pipeline_id`, has all of them.',
        answer: shaped(dossier, 'The dossier.'),
        async perform({ callRpc }, call, request) {
          const [{ project }, { pipelines }] = await Promise.all([
            callRpc(rpcs.getProject, call, request),
            callRpc(summarizeRuns, call, request),
          ]);
          return { ...required(project), pipelines, generatedAt: new Date() };
        },
      },
    ),
    updateProject: operation('PUT /v2/projects/:projectId', rpcs.updateProject, {
      summary: 'Change a project',
      description:
        'Changes name or description; what is not sent stays as it is, a description of null is cleared.',
      answer: one('project', 'The changed project.'),
    }),
    deleteProject: operation('DELETE /v2/projects/:projectId', rpcs.deleteProject, {
      summary: 'Delete a project',
      description:
        'Deletes the project for good with everything in it: files and their content, folders, comments, input data, runs and what ' +
        'they made, contexts. Neither it nor its files are found any more once this is answered; objects and runs go within moments. Runs ' +
        'that are under way are ended, and what was held for them is released.',
      answer: noContent('It is deleted.'),
    }),
  },
};
