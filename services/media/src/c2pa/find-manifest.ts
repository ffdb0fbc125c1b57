import { bmffSign } from './bmff-sign.ts';
import type { LookedAt, ManifestSign } from './manifest-sign.ts';
import { pdfSign } from './pdf-sign.ts';

/** The types that the validator knows no binding for; a test holds them against it. */
export const unboundTypes: readonly string[] = [
  'image/bmp',
  'audio/ogg',
  'video/webm',
  'text/plain',
  'application/msword',
];

/** How XMP refers to a remote manifest. */
const reference = 'dcterms:provenance';
const common = ['c2pa', 'C2PA', reference];
/** The types whose container is that of ISO/IEC 14496-12. */
export const bmffTypes: readonly string[] = [
  'image/heic',
  'image/avif',
  'audio/mp4',
  'video/mp4',
  'video/quicktime',
];
/**
 * What one of must stand in the bytes for the validator to find anything (C2PA 2.2 annex A): JUMBF boxes in a JPEG hold `c2pa`, and
 * extended XMP may part any word; chunks are named `caBX` in PNG, `C2PA` in RIFF and GIF; a ZIP names its parts, and ID3 the MIME type.
 */
const marks: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': [...common, 'ns.adobe.com/xmp/extension/'],
  'image/png': [...common, 'caBX'],
  'image/webp': common,
  'image/gif': common,
  'audio/wav': common,
  'video/x-msvideo': common,
  'audio/flac': [...common, 'GEOB', 'PRIV'],
  'audio/mpeg': [...common, 'GEOB', 'PRIV', 'ID3\u0002'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['content_credential.c2pa'],
};

/** What a file must begin with to be gone through. */
const heads: Readonly<Record<string, string>> = {
  'image/jpeg': '\u00ff\u00d8',
  'image/png': '\u0089PNG',
  'image/webp': 'RIFF',
  'image/gif': 'GIF',
  'audio/wav': 'RIFF',
  'audio/flac': 'fLaC',
  'video/x-msvideo': 'RIFF',
};

/** Looks for the traces of a manifest without the validator, which needs far more time and memory. */
export async function findManifest(file: LookedAt, mimeType: string): Promise<ManifestSign> {
  if (bmffTypes.includes(mimeType)) return bmffSign(file);
  if (mimeType === 'application/pdf')
    return pdfSign(file, await holdsAny(file, ['C2PA_Manifest', reference]));
  const names = marks[mimeType];
  const head = await file.readAt(0, 4);
  if (names === undefined || !head.includes(heads[mimeType] ?? '', 0, 'latin1')) return 'unsure';
  return (await holdsAny(file, names)) ? 'present' : 'absent';
}

const pieceBytes = 2 ** 20;
const longestMark = 32;

async function holdsAny({ readAt, sizeBytes }: LookedAt, names: readonly string[]): Promise<boolean> {
  for (let at = 0; at < sizeBytes; at += pieceBytes) {
    const piece = await readAt(at, pieceBytes + longestMark);
    if (names.some((name) => piece.includes(name, 0, 'latin1'))) return true;
  }
  return false;
}
