import { readByExiftool } from './exiftool.ts';
import { readByFfprobe } from './ffprobe.ts';
import { readByPdfinfo } from './pdfinfo.ts';
import { isAccepted } from './accepted-differences.ts';
import type { Sent } from './send.ts';

/** A file that was read completely. */
export interface ReadFile {
  readonly path: string;
  readonly localPath: string;
  readonly body: Sent['body'];
}

type Fields = Readonly<Record<string, unknown>>;

interface Place {
  readonly lat: number;
  readonly lng: number;
}

const toleratedSeconds = 0.1;
const toleratedDegrees = 1e-6;

/** Lists the fields of images that ExifTool reads otherwise. */
export function compareImages(files: readonly ReadFile[]): readonly string[] {
  const byTool = readByExiftool(files.map(({ localPath }) => localPath));
  return files.flatMap((file) => listDifferences(file, { ...byTool.get(file.localPath) }));
}

/** Lists the fields of recordings and videos that ffprobe reads otherwise. */
export function compareRecordings(files: readonly ReadFile[]): readonly string[] {
  return files.flatMap((file) => {
    const isVideo = file.body.enrichment.videoCodec !== undefined;
    return listDifferences(file, { ...readByFfprobe(file.localPath, isVideo) });
  });
}

/** Lists the fields of PDFs that pdfinfo reads otherwise. What pdfinfo does not open is not compared. */
export function comparePdfs(files: readonly ReadFile[]): readonly string[] {
  return files.flatMap((file) => {
    const read = readByPdfinfo(file.localPath);
    return read === undefined ? [] : listDifferences(file, { ...read });
  });
}

function listDifferences({ path, body }: ReadFile, expected: Fields): readonly string[] {
  const enrichment = body.enrichment as Fields;
  return Object.entries(expected).flatMap(([field, value]) => {
    const read = enrichment[field];
    if (isEqual(field, read, value) || isAccepted(path, field)) return [];
    return [`${path}: ${field} is ${JSON.stringify(read)} and not ${JSON.stringify(value)}`];
  });
}

function isEqual(field: string, read: unknown, expected: unknown): boolean {
  if (field === 'durationSeconds' && typeof expected === 'number')
    return Math.abs(Number(read) - expected) <= toleratedSeconds;
  if (field === 'gpsCoordinates' && read !== undefined && expected !== undefined) {
    const one = read as Place | null;
    const other = expected as Place | null;
    return (
      Math.hypot((one?.lat ?? 0) - (other?.lat ?? 0), (one?.lng ?? 0) - (other?.lng ?? 0)) <= toleratedDegrees
    );
  }
  if (typeof read === 'string' && typeof expected === 'string')
    return read.replaceAll(/\s+/gu, ' ').trim() === expected.replaceAll(/\s+/gu, ' ').trim();
  return read === expected;
}
