import { newId } from '@assay/chassis/ids';
import { createRest } from '@assay/test-kit/rest';
import type { PathValues, Table } from './row.ts';
import type { World } from './world.ts';

const newName = () => ({ name: `Made by the matrix ${newId()}` });

/** Folders of projects. */
export const folderRows: Table = {
  createFolder: { needs: 'user', success: 201, body: newName },
  listFolders: { needs: 'viewer', success: 200, query: 'parentId=root' },
  getFolder: { needs: 'viewer', success: 200 },
  updateFolder: { needs: 'user', success: 200, make: makeFolder, body: newName },
  deleteFolder: { needs: 'user', success: 200, make: makeFolder },
};

async function makeFolder({ platform, home, population }: World): Promise<PathValues> {
  const rest = createRest(platform.baseUrl, home.keys.user);
  const { body } = await rest.post(`/v2/projects/${population.projectId}/folders`, newName());
  return { folderId: body.id };
}
