/** The most an organization may have. */
export interface StorageLimits {
  readonly bytes: number;
  readonly files: number;
  /** Uploads under way at the same time: their reservations are in one document. */
  readonly uploads: number;
}

/** What counts against an organization's room: its files, and what its uploads have reserved. */
export interface StorageUse {
  readonly usedBytes: number;
  readonly usedFiles: number;
}

/** Room that an upload may fill; counted as used. */
export interface Reservation {
  readonly id: string;
  readonly bytes: number;
  /** The number of files; missing: one. */
  readonly files?: number;
  readonly at: Date;
}

/** A file that is being deleted, counted as used until its document is gone. */
export interface Removal {
  readonly id: string;
  readonly bytes: number;
}

/**
 * No file is noted beside so many. They are noted a batch of up to 500 at a time, so that there are never more than 1,499 of some 60 bytes
 * in a counter.
 */
export const maxRemovals = 1_000;

/** The counter of an organization. */
export interface StorageRecord extends StorageUse {
  readonly organizationId: string;
  /** Grows with every change, so that a count that was overtaken is thrown away. */
  readonly revision: number;
  readonly reservations: readonly Reservation[];
  readonly removals: readonly Removal[];
  /** How often room was given back: who read a file before the last time may have read one that is not counted any more. */
  readonly returns: number;
  /** When a count was asked for, since the counter may be wrong; undefined: none was. */
  readonly recountSince: Date | undefined;
}
