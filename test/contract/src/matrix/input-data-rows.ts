import { createRest } from '@assay/test-kit/rest';
import { newInputData } from '../input-data-body.ts';
import type { PathValues, Table } from './row.ts';
import type { World } from './world.ts';

/** Input data of projects. */
export const inputDataRows: Table = {
  createInputDataSet: { needs: 'user', success: 201, body: newInputData },
  importInputData: { needs: 'user', success: 201, body: csvForm },
  listInputDataSets: { needs: 'viewer', success: 200 },
  getInputDataSet: { needs: 'viewer', success: 200 },
  updateInputDataSet: { needs: 'user', success: 200, body: () => ({ description: 'Changed' }) },
  deleteInputDataSet: { needs: 'user', success: 204, make: makeDataSet, isFinal: true },
};

function csvForm(): FormData {
  const form = new FormData();
  form.set('language', 'en');
  form.set('file', new Blob(['city\nHamburg\n']), 'matrix.csv');
  return form;
}

async function makeDataSet({ platform, home, population }: World): Promise<PathValues> {
  const rest = createRest(platform.baseUrl, home.keys.user);
  const { body } = await rest.post(`/v2/projects/${population.projectId}/input-data`, newInputData());
  return { dataSetId: body.id };
}
