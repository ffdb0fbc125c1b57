import { FoldersServiceService } from '@assay/proto/folders/v1/folders_service';
import { one, page } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = FoldersServiceService;

export const folders: Resource = {
  tag: { name: 'Folders', description: 'The folders of a project, as a tree.' },
  operations: {
    createFolder: operation('POST /v2/projects/:projectId/folders', rpcs.createFolder, {
      summary: 'Create a folder',
      description:
        'Creates an empty folder in the folder `parentId`, or at the top level of the project. The request is refused with ' +
        '{FOLDER_EXISTS} if the parent already has a folder with this name (upper and lower case, and the composition of accents, ' +
        'make no difference), with {FOLDER_LIMIT} if the project has 10,000 folders, and with {FOLDER_DEPTH_LIMIT} if the nesting ' +
        'would exceed 32 levels.',
      status: 201,
      errors: ['FOLDER_EXISTS', 'FOLDER_LIMIT', 'FOLDER_DEPTH_LIMIT', 'CONCURRENT_CHANGE'],
      answer: one('folder', 'The new folder.'),
    }),
    listFolders: operation('GET /v2/projects/:projectId/folders', rpcs.listFolders, {
      summary: 'List the folders of a project',
      description:
        'Lists the folders of one project, newest first: all of them, or only those directly in one folder. A `parentId` of ' +
        'another project is not found.',
      answer: page('folders', 'A page of folders.'),
    }),
    getFolder: operation('GET /v2/folders/:folderId', rpcs.getFolder, {
      summary: 'Read a folder',
      description:
        'Returns one folder. To list its content, use `parentId` of {listFolders} and `folderId` of {listFiles}.',
      answer: one('folder', 'The folder.'),
    }),
    updateFolder: operation('PUT /v2/folders/:folderId', rpcs.updateFolder, {
      summary: 'Rename or move a folder',
      description:
        'Fields that are not sent keep their values. `parentId` null moves the folder with its content to the top level of its ' +
        'project. The request is refused with {FOLDER_EXISTS} if the parent already has a folder with this name, with ' +
        '{FOLDER_CYCLE} if the new parent is the folder itself or inside it (also if another request moves folders at the same ' +
        'time), and with {FOLDER_DEPTH_LIMIT} if the nesting would exceed 32 levels.',
      errors: ['FOLDER_EXISTS', 'FOLDER_CYCLE', 'FOLDER_DEPTH_LIMIT', 'CONCURRENT_CHANGE'],
      answer: one('folder', 'The folder.'),
    }),
    deleteFolder: operation('DELETE /v2/folders/:folderId', rpcs.deleteFolder, {
      summary: 'Delete a folder',
      description:
        'Moves the files and folders in it to its parent, or to the top level. A moved folder whose name already exists there gets ' +
        'a number, such as `Reports (2)`. The folder disappears immediately; moving the content of a large folder may take minutes.',
      errors: ['CONCURRENT_CHANGE'],
      answer: one('folder', 'The folder before its deletion.'),
    }),
  },
};
