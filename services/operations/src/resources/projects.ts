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
  tag: { name: 'Projects', description: 'Projects: workspaces for files and verification runs.' },
  operations: {
    createProject: operation('POST /v2/projects', rpcs.createProject, {
      summary: 'Create a project',
      description: 'Creates an empty project in the selected organization.',
      status: 201,
      defaults: { type: 'standard' },
      answer: one('project', 'The new project.'),
    }),
    listProjects: operation('GET /v2/projects', rpcs.listProjects, {
      summary: 'List projects',
      description: 'Lists the projects of the organization, newest first.',
      answer: page('projects', 'A page of projects.'),
    }),
    getProject: compositeOperation('GET /v2/projects/:projectId', [rpcs.getProject, countRuns], {
      summary: 'Read a project',
      description:
        'Returns one project with its number of files and runs. If one of them cannot be counted at the moment, the request fails ' +
        'and can be repeated.',
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
          'Summarizes the runs of the project by pipeline: the number of runs, the number of completed runs and their verdicts, and ' +
          'the newest 200 runs with any status. {listRuns} with the filter `pipeline_id` lists all of them.',
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
        'Changes the name or the description. Fields that are not sent keep their values; null clears the description.',
      answer: one('project', 'The changed project.'),
    }),
    deleteProject: operation('DELETE /v2/projects/:projectId', rpcs.deleteProject, {
      summary: 'Delete a project',
      description:
        'Deletes the project permanently with everything in it: files and their content, folders, comments, input data, contexts, ' +
        'and runs with their artifacts. The project and its files are not found any more after the response. The runs are removed ' +
        'shortly after. Bytes stay in the storage for a day, unless configured otherwise, so that backups are complete; links that ' +
        'were created before work until they expire. Active runs are ended, and their holds are released.',
      answer: noContent('The project is deleted.'),
    }),
  },
};
