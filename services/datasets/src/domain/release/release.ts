/** Files and segments that a version no longer names. They are removed if no other version names them. */
export interface Release {
  readonly id: string;
  readonly organizationId: string;
  readonly datasetId: string;
  readonly fileIds: readonly string[];
  readonly segmentIds: readonly string[];
  /** When they are looked at: after every job that may have read them before has stored its version. */
  readonly dueAt: Date;
}
