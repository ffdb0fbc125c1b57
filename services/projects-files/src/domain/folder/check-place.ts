import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { maxFolderDepth } from './folder.ts';
import type { Folder, FolderEntry, FolderPlace } from './folder.ts';

type PlaceDeps = Pick<Deps, 'folders'>;

/** A folder that gets a place: its id, and how many levels it has, itself included. */
interface Moved {
  readonly id: string;
  readonly organizationId: string;
  readonly levels: number;
}

/**
 * Refuses a place that a folder cannot have: NOT_FOUND for a parent that is not in the project, ALREADY_EXISTS when the name is
 * taken, FAILED_PRECONDITION with reason FOLDER_CYCLE below itself, with reason FOLDER_DEPTH_LIMIT too deep.
 */
export async function checkPlace(deps: PlaceDeps, moved: Moved, place: FolderPlace): Promise<void> {
  const above = await withAncestors(deps, moved.organizationId, place);
  if (above.some(({ id }) => id === moved.id)) {
    throw new DomainError(
      'FAILED_PRECONDITION',
      'FOLDER_CYCLE',
      'A folder cannot be moved into itself or one of its subfolders.',
    );
  }
  if (above.length + moved.levels > maxFolderDepth) {
    const limit = maxFolderDepth;
    const message = `Folders can be nested ${limit.toString()} levels deep. Choose a parent further up.`;
    throw new DomainError('FAILED_PRECONDITION', 'FOLDER_DEPTH_LIMIT', message, { details: { limit } });
  }
  const namesake = await deps.folders.findAt(moved.organizationId, place);
  if (namesake !== undefined && namesake.id !== moved.id) {
    throw new DomainError(
      'ALREADY_EXISTS',
      'FOLDER_EXISTS',
      'A folder with this name exists. Choose another name.',
    );
  }
}

/** How many levels a folder and what it holds have. */
export async function levelsOf({ folders }: PlaceDeps, folder: Folder): Promise<number> {
  const { organizationId, projectId } = folder;
  let levels = 1;
  let ids = [folder.id];
  for (let depth = 2; ids.length > 0 && depth <= mostSteps; depth += 1) {
    const children = await folders.listChildren(organizationId, { projectId, parentIds: ids });
    if (children.some(({ state }) => state === 'present')) levels = depth;
    ids = children.map(({ id }) => id);
  }
  return levels;
}

/** Deleted folders that still hold others make a chain longer for a moment. */
const mostSteps = 2 * maxFolderDepth;

/** The parent and those above it; the parent itself must be present. */
async function withAncestors(
  { folders }: PlaceDeps,
  organizationId: string,
  { projectId, parentId }: FolderPlace,
): Promise<readonly FolderEntry[]> {
  const chain: FolderEntry[] = [];
  let id = parentId;
  while (id !== undefined && chain.length < mostSteps) {
    const folder = await folders.findEntry(organizationId, id);
    const isThere = folder?.projectId === projectId && (chain.length > 0 || folder.state === 'present');
    if (folder === undefined || !isThere) throw notFound('folder');
    chain.push(folder);
    id = folder.parentId;
  }
  return chain;
}
