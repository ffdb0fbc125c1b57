import { FoldersServiceService } from '@assay/proto/folders/v1/folders_service';
import { one, page } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = FoldersServiceService;

export const folders: Resource = {
  tag: { name: 'Folders', description: 'The folders of a project, in a tree.' },
  operations: {
    createFolder: operation('POST /v2/projects/:projectId/folders', rpcs.createFolder, {
      summary: 'Create a folder',
      description:
        'Makes an empty folder, at the top level of the project unless `parentId` names a folder of it. 409 when a folder ' +
        'with the same parent has the name (names that differ only in the case of letters or in how accents are composed ' +
        'are the same), when the project has 10,000 folders, or when folders would be nested more than 32 deep.',
      status: 201,
      errors: ['CONFLICT'],
      answer: one('folder', 'The new folder.'),
    }),
    listFolders: operation('GET /v2/projects/:projectId/folders', rpcs.listFolders, {
      summary: 'List the folders of a project',
      description:
        'The folders of one project, newest first: all of them, or those that one folder holds itself. Not found when ' +
        '`parentId` names no folder of the project.',
      answer: page('folders', 'A page of folders.'),
    }),
    getFolder: operation('GET /v2/folders/:folderId', rpcs.getFolder, {
      summary: 'Read a folder',
      description: 'One folder. What it holds is listed by `parentId` of folders and `folderId` of files.',
      answer: one('folder', 'The folder.'),
    }),
    updateFolder: operation('PUT /v2/folders/:folderId', rpcs.updateFolder, {
      summary: 'Rename or move a folder',
      description:
        'What is not sent stays; `parentId` null moves the folder, with all it holds, to the top level of its project. 409 ' +
        'when a folder with the same parent has the name, when the new parent is the folder itself or below it (also when ' +
        'two moves at the same time would make it so: the second one is refused), or when folders would be nested more ' +
        'than 32 deep.',
      errors: ['CONFLICT'],
      answer: one('folder', 'The folder.'),
    }),
    deleteFolder: operation('DELETE /v2/folders/:folderId', rpcs.deleteFolder, {
      summary: 'Delete a folder',
      description:
        'Moves the files and folders it holds to its parent, or to the top level; nothing of them is lost. A folder whose ' +
        'name is taken there gets a number behind it, such as `Reports (2)`. The folder is gone at once; what a large one ' +
        'holds may take minutes to be moved.',
      errors: ['CONFLICT'],
      answer: one('folder', 'The folder as it was.'),
    }),
  },
};
