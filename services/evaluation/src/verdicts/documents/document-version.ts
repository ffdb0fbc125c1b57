import type { ChangeKind } from '@assay/checks/search/change-kinds';

/** A document that was made of another. */
export interface MadeDocument {
  readonly bytes: Uint8Array;
  /** The changed ones, counted from 1; missing where it has no pages, or nothing was changed. */
  readonly pages?: readonly number[];
}

/** What can be made of a document. */
export interface DocumentVersion {
  readonly group: string;
  /** Null for an innocent version. */
  readonly change: ChangeKind | null;
  readonly isLaundered?: true;
  /** Undefined, or rejects, where the document has nothing to make it of. */
  readonly make: () => Promise<MadeDocument | undefined>;
}

/** When people save what they are sent. */
export const savedOn = new Date('2026-11-02T09:30:00Z');
