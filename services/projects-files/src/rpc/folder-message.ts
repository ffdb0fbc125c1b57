import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { PageOf } from '@assay/chassis/pagination';
import type { Folder as FolderMessage } from '@assay/proto/folders/v1/folder';
import type {
  ListFoldersRequest,
  ListFoldersResponse,
  UpdateFolderRequest,
} from '@assay/proto/folders/v1/folders_service';
import type { Folder, FolderChanges, FolderFilter } from '../domain/folder/folder.ts';

export function toFolderMessage(folder: Folder): FolderMessage {
  return { ...folder };
}

export function toListFoldersResponse({ items, ...facts }: PageOf<Folder>): ListFoldersResponse {
  return { folders: items.map(toFolderMessage), ...facts };
}

export function readFolderFilter({ projectId, parentId }: ListFoldersRequest): FolderFilter {
  if (parentId === '') return { projectId, parentId: undefined };
  return { projectId, parentId: parentId === 'root' ? null : parentId };
}

const readers: Readonly<Record<string, (request: UpdateFolderRequest) => FolderChanges>> = {
  name: ({ name }) => ({ name }),
  parent_id: ({ parentId }) => ({ parentId }),
};

export function readFolderChanges(request: UpdateFolderRequest): FolderChanges {
  return readChanges<UpdateFolderRequest, FolderChanges>(request, readers);
}
