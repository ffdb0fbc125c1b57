/** The record of the deletion of a file or a project. */
export interface Tombstone {
  /** The id of the deleted file or project. */
  readonly id: string;
  readonly kind: 'file' | 'project';
  readonly organizationId: string;
  /** The project that was deleted, or the project of the file. */
  readonly projectId: string;
  /** The prefix of the keys of all its objects. */
  readonly storagePrefix: string;
  readonly deletedAt: Date;
}

/** A stored tombstone. */
export interface RememberedTombstone extends Tombstone {
  /** True if this service had removed everything once. */
  readonly isFinished: boolean;
}
