import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Folder } from '@assay/proto/folders/v1/folder';
import { callBy } from '@assay/test-kit/test-platform';
import { newProject } from '../new-project.ts';
import type { Started } from '../start.ts';

/** The folders of one new project, as its owner changes them. */
export interface Tree {
  readonly call: OutgoingCall;
  readonly projectId: string;
  make(name: string, parentId?: string): Promise<Folder>;
  rename(folderId: string, name: string): Promise<Folder>;
  /** Undefined: to the top level. */
  move(folderId: string, parentId: string | undefined): Promise<Folder>;
  delete(folderId: string): Promise<Folder>;
  /** `root`: at the top level; empty: all. */
  names(parentId?: string): Promise<string[]>;
}

export async function newTree({ folders, ...running }: Started, call = callBy()): Promise<Tree> {
  const projectId = await newProject({ folders, ...running }, call);
  const update = (folderId: string, change: { name?: string; parentId?: string | undefined }, path: string) =>
    folders.updateFolder(call, { folderId, name: '', parentId: undefined, updateMask: [path], ...change });
  return {
    call,
    projectId,
    make: async (name, parentId) => folderOf(await folders.createFolder(call, { projectId, name, parentId })),
    rename: async (folderId, name) => folderOf(await update(folderId, { name }, 'name')),
    move: async (folderId, parentId) => folderOf(await update(folderId, { parentId }, 'parent_id')),
    delete: async (folderId) => folderOf(await folders.deleteFolder(call, { folderId })),
    async names(parentId = '') {
      const page = { projectId, parentId, limit: 200, offset: 0 };
      const { folders: found } = await folders.listFolders(call, page);
      return found.map(({ name }) => name).toSorted();
    },
  };
}

function folderOf({ folder }: { readonly folder?: Folder | undefined }): Folder {
  if (folder === undefined) throw new Error('no folder');
  return folder;
}
