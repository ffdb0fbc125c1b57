/** How deep folders may be nested; one at the top level has depth 1. */
export const maxFolderDepth = 32;
export const maxFoldersPerProject = 10_000;

export interface Folder {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  /** Undefined: at the top level. */
  readonly parentId: string | undefined;
  readonly name: string;
  /** The user who made it. */
  readonly createdById: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * `planned`: stored, and in no tree yet; `present`: in the tree; `deleted`: gone for everybody, and kept until its content is
 * elsewhere and nobody can be adding to it any more.
 */
export type FolderState = 'planned' | 'present' | 'deleted';

/** A folder in whichever state. */
export interface FolderEntry extends Folder {
  readonly state: FolderState;
  readonly deletedAt: Date | undefined;
}

/** What is to change about a folder; a parent that is named and undefined is the top level. */
export interface FolderChanges {
  readonly name?: string;
  readonly parentId?: string | undefined;
}

/** Where a folder is, or is to be. */
export interface FolderPlace {
  readonly projectId: string;
  readonly parentId: string | undefined;
  readonly name: string;
}

/** Which folders of a project are listed. */
export interface FolderFilter {
  readonly projectId: string;
  /** Those that this folder holds; null: those at the top level; undefined: all. */
  readonly parentId: string | null | undefined;
}

/** One folder as it is to be after a change; its state stays, except that a planned one is present then. */
export interface Placement {
  readonly folderId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly state: FolderState;
}

/** A change of the tree of one project. It is decided as a whole, and may be carried out any number of times. */
export interface TreeChange {
  readonly at: Date;
  readonly placements?: readonly Placement[];
  /** The folder that becomes `deleted`. */
  readonly deletedId?: string;
  /** The folder whose record goes. */
  readonly removedId?: string;
  /** By how much the number of present folders changes. */
  readonly countChange?: number;
}

/** The tree of one project, of which every folder's record knows its own place. */
export interface FolderTree {
  readonly organizationId: string;
  readonly projectId: string;
  /** How many changes were decided. */
  readonly revision: number;
  /** How many folders are present. */
  readonly folderCount: number;
  /** What was decided last and may not be carried out yet. */
  readonly change: TreeChange | undefined;
}
