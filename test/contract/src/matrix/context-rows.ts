import { createRest } from '@assay/test-kit/rest';
import type { PathValues, Table } from './row.ts';
import type { World } from './world.ts';

const claims = () => ({ name: 'Made by the matrix', data: { claimed_location: 'Hamburg' } });

/** Verification contexts. */
export const contextRows: Table = {
  createContext: { needs: 'user', success: 201, body: claims },
  listProjectContexts: { needs: 'viewer', success: 200 },
  listContexts: { needs: 'viewer', success: 200 },
  getContext: { needs: 'viewer', success: 200 },
  updateContext: { needs: 'user', success: 200, body: () => ({ data: { claimed_location: null } }) },
  deleteContext: { needs: 'user', success: 204, make: makeContext, isFinal: true },
};

async function makeContext({ platform, home, population }: World): Promise<PathValues> {
  const rest = createRest(platform.baseUrl, home.keys.user);
  const { body } = await rest.post(`/v2/projects/${population.projectId}/verification-contexts`, claims());
  return { contextId: body.id };
}
