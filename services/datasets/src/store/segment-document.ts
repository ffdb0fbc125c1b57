import type { Binary } from 'mongodb';
import type { FileEntry, Segment } from '../domain/content/segment.ts';

/** Short names and bytes, because a dataset has up to 100,000 entries in each version. */
interface StoredEntry {
  readonly f: string;
  /** Missing if it equals `f`. */
  readonly r?: string;
  readonly n: string;
  readonly t: string;
  readonly s: number;
  readonly h: Binary | Buffer;
  readonly c: Date;
  readonly e?: string;
  readonly x?: string;
}

export interface SegmentDocument {
  readonly _id: string;
  readonly organizationId: string;
  readonly datasetId: string;
  readonly versionId: string;
  readonly isSealed: boolean;
  readonly fileCount: number;
  readonly sizeBytes: number;
  /** Grows with every change. */
  readonly revision: number;
  readonly files: StoredEntry[];
  /** The uploads whose files are in this segment, so that a repeated commit finds them. */
  readonly uploads: string[];
}

export function toStored(entry: FileEntry): StoredEntry {
  const { fileId, rawFileId, enrichment, enrichmentError } = entry;
  return {
    f: fileId,
    ...(rawFileId !== fileId && { r: rawFileId }),
    n: entry.name,
    t: entry.type,
    s: entry.sizeBytes,
    h: Buffer.from(entry.sha256, 'hex'),
    c: entry.createdAt,
    ...(enrichment !== undefined && { e: enrichment }),
    ...(enrichmentError !== undefined && { x: enrichmentError }),
  };
}

export function toEntry({ f, r = f, n, t, s, h, c, e, x }: StoredEntry): FileEntry {
  const bytes = Buffer.isBuffer(h) ? h : Buffer.from(h.buffer);
  return {
    fileId: f,
    rawFileId: r,
    name: n,
    type: t,
    sizeBytes: s,
    sha256: bytes.toString('hex'),
    createdAt: c,
    ...(e !== undefined && { enrichment: e }),
    ...(x !== undefined && { enrichmentError: x }),
  };
}

export function toSegment({ _id: id, files, uploads: _uploads, ...rest }: SegmentDocument): Segment {
  return { id, ...rest, files: files.map(toEntry) };
}
