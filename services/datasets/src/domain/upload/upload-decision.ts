/** The decision about an upload. The first one counts, so that a late commit and a discard never both happen. */
export interface UploadDecision {
  readonly uploadId: string;
  readonly organizationId: string;
  readonly datasetId: string;
  readonly decision: 'committed' | 'discarded';
  /** The only segment to which the files may be appended. */
  readonly segmentId: string | undefined;
  readonly decidedAt: Date;
}
