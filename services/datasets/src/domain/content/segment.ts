/** A file as a version names it. It stays as it was taken, whatever happens to the record of the file. */
export interface FileEntry {
  readonly fileId: string;
  /** The file of raw from which this file comes; the same as `fileId` if the bytes are those of the raw file. */
  readonly rawFileId: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  /** Lowercase hex. */
  readonly sha256: string;
  readonly createdAt: Date;
  /** JSON text; undefined unless the version is enriched and the file could be read. */
  readonly enrichment?: string | undefined;
  /** The reason why the file could not be enriched. */
  readonly enrichmentError?: string | undefined;
}

/** A part of the content of versions: up to {@link maxSegmentFiles} files in order. */
export interface Segment extends SegmentHeader {
  readonly organizationId: string;
  readonly datasetId: string;
  /** The version that created the segment. Its children may name it too. */
  readonly versionId: string;
  readonly files: readonly FileEntry[];
}

/** The facts of a segment without its files. */
export interface SegmentHeader {
  readonly id: string;
  /** True if the segment takes no more uploads. */
  readonly isSealed: boolean;
  readonly fileCount: number;
  readonly sizeBytes: number;
  /** Grows with every change of its files. */
  readonly revision: number;
}

export const maxSegmentFiles = 1_000;
/** Enrichments make entries larger; a segment stays below this number of bytes of them. */
export const maxSegmentBytes = 8_000_000;

/** Returns the id of the raw file if the bytes of a file differ from it. */
export function readSourceFileId({ fileId, rawFileId }: FileEntry): string | undefined {
  return fileId === rawFileId ? undefined : rawFileId;
}
