import { newId } from '@assay/chassis/ids';
import { createRest } from '@assay/test-kit/rest';
import type { PathValues, Table } from './row.ts';
import type { World } from './world.ts';

const newName = () => ({ name: `Made by the matrix ${newId()}` });

/** Folders of projects, comments about files and workflows. */
export const folderRows: Table = {
  createFolder: { needs: 'user', success: 201, body: newName },
  listFolders: { needs: 'viewer', success: 200, query: 'parentId=root' },
  getFolder: { needs: 'viewer', success: 200 },
  updateFolder: { needs: 'user', success: 200, make: makeFolder, body: newName },
  deleteFolder: { needs: 'user', success: 200, make: makeFolder, isFinal: true },
  createFileComment: { needs: 'user', success: 201, body: () => ({ text: 'Made by the matrix' }) },
  createWorkflowComment: { needs: 'user', success: 201, body: () => ({ text: 'Made by the matrix' }) },
  listWorkflowComments: { needs: 'viewer', success: 200 },
  listFileComments: { needs: 'viewer', success: 200 },
  listComments: { needs: 'viewer', success: 200 },
  getComment: { needs: 'viewer', success: 200 },
  updateComment: { needs: 'user', success: 200, make: makeComment, body: () => ({ text: 'Changed' }) },
  deleteComment: { needs: 'user', success: 200, make: makeComment, isFinal: true },
};

async function makeFolder({ platform, home, population }: World): Promise<PathValues> {
  const rest = createRest(platform.baseUrl, home.keys.user);
  const { body } = await rest.post(`/v2/projects/${population.projectId}/folders`, newName());
  return { folderId: body.id };
}

async function makeComment({ platform, home, population }: World): Promise<PathValues> {
  const rest = createRest(platform.baseUrl, home.keys.user);
  const { body } = await rest.post(`/v2/files/${population.fileId}/comments`, { text: 'About this' });
  return { commentId: body.id };
}
