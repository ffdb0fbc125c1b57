import { createRest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import type { PathValues, Table } from './row.ts';
import type { World } from './world.ts';

/** Projects, files, pipelines, runs. */
export const projectRows: Table = {
  createProject: { needs: 'user', success: 201, body: () => ({ name: 'Made by the matrix' }) },
  getProjectDossier: { needs: 'viewer', success: 200 },
  updateProject: { needs: 'user', success: 200, body: () => ({ description: 'Changed by the matrix' }) },
  deleteProject: { needs: 'user', success: 204, make: makeProject, isFinal: true },
  deleteFile: { needs: 'user', success: 204, make: makeFile, isFinal: true },
  listProjects: { needs: 'viewer', success: 200 },
  getProject: { needs: 'viewer', success: 200 },
  uploadFile: { needs: 'user', success: 201, body: ({ image }) => formWith(image) },
  listFiles: { needs: 'viewer', success: 200 },
  listOrganizationFiles: { needs: 'viewer', success: 200 },
  getProjectFile: { needs: 'viewer', success: 200 },
  getFile: { needs: 'viewer', success: 200 },
  updateFile: { needs: 'user', success: 200, body: () => ({ tags: ['matrix'] }) },
  retryEnrichment: { needs: 'user', success: 200, make: makeEnrichedFile },
  runPipeline: {
    needs: 'user',
    success: 201,
    body: ({ population: { slug, fileId } }) => ({ pipelineSlug: slug, fileIds: [fileId] }),
  },
  listPipelineRuns: { needs: 'viewer', success: 200 },
  downloadFile: { needs: 'viewer', success: 302 },
  getThumbnail: { needs: 'viewer', success: 302 },
  getPresignedUrl: { needs: 'viewer', success: 200 },
  listPipelines: { needs: 'viewer', success: 200 },
  getPipeline: { needs: 'viewer', success: 200 },
  startRun: {
    needs: 'user',
    success: 201,
    body: ({ population: { slug, fileId } }) => ({ pipelineSlug: slug, fileIds: [fileId] }),
  },
  estimateRun: {
    needs: 'viewer',
    success: 200,
    body: ({ population: { slug, fileId } }) => ({ pipelineSlug: slug, fileIds: [fileId] }),
  },
  // Whatever becomes of the run until it is canceled: a canceled one is answered as it is.
  cancelRun: { needs: 'user', success: 200, make: makeCanceledRun, isFinal: true },
  restartRun: { needs: 'user', success: 200, make: makeCanceledRun, isFinal: true },
  replayRun: { needs: 'user', success: 200 },
  listRuns: { needs: 'viewer', success: 200 },
  getProjectRun: { needs: 'viewer', success: 200 },
  streamRunEvents: { needs: 'viewer', success: 200 },
  getRunReport: { needs: 'viewer', success: 200, query: 'format=json' },
  listRunSignals: { needs: 'viewer', success: 200 },
  listRunRevisions: { needs: 'viewer', success: 200 },
  listRunArtifacts: { needs: 'viewer', success: 200 },
  getEvidenceBundle: { needs: 'viewer', success: 302 },
  getRun: { needs: 'viewer', success: 200 },
};

async function makeProject({ platform, home }: World): Promise<PathValues> {
  const rest = createRest(platform.baseUrl, home.keys.user);
  const { body } = await rest.post('/v2/projects', { name: 'To be deleted' });
  return { projectId: body.id as string };
}

async function makeCanceledRun({ platform, home, population }: World): Promise<PathValues> {
  const { projectId, slug, fileId } = population;
  const rest = createRest(platform.baseUrl, home.keys.user);
  const runs = `/v2/projects/${projectId}/verification-runs`;
  const { body } = await rest.post(runs, { pipelineSlug: slug, fileIds: [fileId] });
  const runId = body.id as string;
  await rest.post(`${runs}/${runId}/cancel`);
  return { runId };
}

async function makeFile({ platform, home, population, image }: World): Promise<PathValues> {
  const rest = createRest(platform.baseUrl, home.keys.user);
  const { body } = await rest.post(`/v2/projects/${population.projectId}/files`, formWith(image));
  return { fileId: body.id as string };
}

async function makeEnrichedFile(world: World): Promise<PathValues> {
  const { fileId = '' } = await makeFile(world);
  await awaitEnrichment(createRest(world.platform.baseUrl, world.home.keys.user), fileId);
  return { fileId };
}

function formWith(image: Blob): FormData {
  const form = new FormData();
  form.set('file', image, 'matrix.jpg');
  return form;
}
