/** The most an organization may have. */
export interface StorageLimits {
  readonly bytes: number;
  readonly files: number;
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
  readonly at: Date;
}

/** The counter of an organization. */
export interface StorageRecord extends StorageUse {
  readonly organizationId: string;
  /** Grows with every change, so that a count that was overtaken is thrown away. */
  readonly revision: number;
  readonly reservations: readonly Reservation[];
  /** When files were deleted that are still counted; undefined: none. */
  readonly recountSince: Date | undefined;
}
