import { namesManifest } from '../pdf/names-manifest.ts';
import { openPdfFile } from '../pdf/pdf-file.ts';
import type { LookedAt, ManifestSign } from './manifest-sign.ts';

/**
 * Looks for the file specification of a manifest (C2PA 2.2 annex A.4): in plain sight, or in the compressed objects of the PDF.
 * @param holdsMark whether the bytes name a manifest
 */
export async function pdfSign(
  { readAt, sizeBytes, pdf }: LookedAt,
  holdsMark: boolean,
): Promise<ManifestSign> {
  if (holdsMark) return 'present';
  const opened = pdf ?? openPdfFile(await readAt(0, sizeBytes));
  const named = opened && namesManifest(opened);
  if (named === undefined) return 'unsure';
  return named ? 'present' : 'absent';
}
