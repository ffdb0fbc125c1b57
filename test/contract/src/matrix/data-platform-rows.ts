import { eventually } from '@assay/test-kit/eventually';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import type { PathValues, Table } from './row.ts';
import type { World } from './world.ts';

/** Runs of the data platform and of language technology. A run that is canceled here has ended, which is refused with 409. */
export const dataPlatformRows: Table = {
  listDataPlatformPipelines: { needs: 'viewer', success: 200 },
  startDataPlatformRun: {
    needs: 'user',
    success: 201,
    body: ({ population: { fileId } }) => ({ targetType: 'project_file', targetId: fileId, mode: 'dedup' }),
  },
  listDataPlatformRuns: { needs: 'viewer', success: 200 },
  getDataPlatformRun: { needs: 'viewer', success: 200, make: findCleaningRun },
  cancelDataPlatformRun: { needs: 'user', success: 409, make: findCleaningRun },
  listLanguagePipelines: { needs: 'viewer', success: 200 },
  startLanguageRun: { needs: 'user', success: 201, make: uploadText, body: newLanguageRun },
  listLanguageRuns: { needs: 'viewer', success: 200 },
  getLanguageRun: { needs: 'viewer', success: 200, make: makeLanguageRun },
  cancelLanguageRun: { needs: 'user', success: 409, make: makeLanguageRun },
};

function createUserRest({ platform, home }: World): Rest {
  return createRest(platform.baseUrl, home.keys.user);
}

/** The cleaning of the population has the id of its version. */
function findCleaningRun({ population: { versionId } }: World): Promise<PathValues> {
  return Promise.resolve({ runId: versionId });
}

async function uploadText(world: World): Promise<PathValues> {
  const text = { name: 'matrix.txt', bytes: Buffer.from('A text of the matrix.'), type: 'text/plain' };
  const { body } = await createUserRest(world).upload(world.population.projectId, text);
  return { textId: body.id };
}

function newLanguageRun({ population: { projectId, fileId } }: World, { textId = fileId }: PathValues) {
  return { projectId, pipelineSlug: 'language-id', fileIds: [textId] };
}

async function makeLanguageRun(world: World): Promise<PathValues> {
  const rest = createUserRest(world);
  const { body: run } = await rest.post('/v2/lt/runs', newLanguageRun(world, await uploadText(world)));
  await eventually(async () => {
    const { body } = await rest.get(`/v2/lt/runs/${run.id as string}`);
    if (body.completedAt === null) throw new Error(`the run is ${body.status as string}`);
  });
  return { runId: run.id };
}
