import type {
  FolderEntry,
  FolderPlace,
  FolderState,
  Placement,
  TreeChange,
} from '../domain/folder/folder.ts';
import { folderNameKey } from '../domain/folder/folder-name.ts';

/** A folder as MongoDB keeps it. */
export interface FolderDocument {
  readonly _id: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly state: FolderState;
  /** Its place in words, which no other document has; missing unless present. */
  readonly siblingKey?: string;
  /** The change of the tree that last touched it; a change that is carried out late finds a later one and leaves it. */
  readonly revision: number;
  /** When somebody has to look what became of it; missing when present. */
  readonly dueAt?: Date;
  readonly deletedAt?: Date;
  readonly createdById: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a project's document says of its folders; missing where it never had any. */
export interface FolderTreeFields {
  readonly folderTree?: {
    readonly revision: number;
    readonly folderCount: number;
    readonly change?: TreeChange;
    /** Since when the change waits to be carried out. */
    readonly changeSince?: Date;
  };
}

export function siblingKeyOf(
  organizationId: string,
  { projectId, parentId = '', name }: FolderPlace,
): string {
  return `${organizationId}/${projectId}/${parentId}/${folderNameKey(name)}`;
}

export function toFolder({ _id: id, parentId, ...document }: FolderDocument): FolderEntry {
  const { organizationId, projectId, name, state, deletedAt, createdById, createdAt, updatedAt } = document;
  return {
    ...{ id, organizationId, projectId, parentId: parentId ?? undefined, name, state, deletedAt },
    ...{ createdById, createdAt, updatedAt },
  };
}

/** What a placement sets; a deleted folder keeps no name for itself. */
export function placedFields(
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
  { parentId, name, state }: Placement,
  at: Date,
): Partial<FolderDocument> {
  if (state === 'deleted') return { parentId: parentId ?? null };
  const siblingKey = siblingKeyOf(organizationId, { projectId, parentId, name });
  return { parentId: parentId ?? null, name, state: 'present', siblingKey, updatedAt: at };
}
