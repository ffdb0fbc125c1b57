import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { FolderEntry, FolderPlace, Placement } from '../domain/folder/folder.ts';
import { folderNameKey } from '../domain/folder/folder-name.ts';

/** A folder in MongoDB. */
export interface FolderDocument extends Omit<Mapped<FolderEntry, 'parentId'>, 'deletedAt'> {
  readonly deletedAt?: Date;
  /** The place in words, which no other document has; missing unless present. */
  readonly siblingKey?: string;
  /** The last change of the tree that touched the folder. A change that is carried out late finds a later one and skips the folder. */
  readonly revision: number;
  /** When the folder is inspected again; missing when present. */
  readonly dueAt?: Date;
}

export const { toDocument, toDomain: toFolder } = createDocumentMapper<FolderEntry, FolderDocument>({
  nullable: ['parentId'],
  defaults: { deletedAt: undefined },
  internal: ['siblingKey', 'revision', 'dueAt'],
});

export function siblingKeyOf(
  organizationId: string,
  { projectId, parentId = '', name }: FolderPlace,
): string {
  return `${organizationId}/${projectId}/${parentId}/${folderNameKey(name)}`;
}

/** Returns the `$set` of a placement. A deleted folder reserves no name. */
export function placedFields(
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
  { parentId, name, state }: Placement,
  at: Date,
): Partial<FolderDocument> {
  if (state === 'deleted') return { parentId: parentId ?? null };
  const siblingKey = siblingKeyOf(organizationId, { projectId, parentId, name });
  return { parentId: parentId ?? null, name, state: 'present', siblingKey, updatedAt: at };
}
