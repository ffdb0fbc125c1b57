import { open } from 'node:fs/promises';
import type { PdfFile } from '../pdf/pdf-file.ts';
import type { C2paReport } from './c2pa-report.ts';
import { findManifest } from './find-manifest.ts';
import { readerOf } from './id3-tag.ts';
import type { ManifestSign } from './manifest-sign.ts';

/** The validator holds several copies of these in memory, more of larger ones than a child of the pool has. */
const limits: Readonly<Record<string, { readonly name: string; readonly mebibytes: number }>> = {
  'application/pdf': { name: 'a PDF', mebibytes: 24 },
  'audio/mpeg': { name: 'an MP3 file', mebibytes: 96 },
  'audio/flac': { name: 'a FLAC file', mebibytes: 96 },
};

/** Answers what needs no validator; undefined when it has to be called. */
export async function answerByLooking(
  source: string | Uint8Array,
  mimeType: string,
  pdf: PdfFile | undefined,
): Promise<Partial<C2paReport> | undefined> {
  const { sign, sizeBytes } = await look(source, mimeType, pdf);
  if (sign === 'absent') return {};
  const limit = limits[mimeType];
  if (limit === undefined || sizeBytes <= limit.mebibytes * 2 ** 20) return undefined;
  const problem = `not validated: ${limit.name} of more than ${limit.mebibytes} MiB takes too much memory`;
  // In audio the trace is often that of another tag.
  const isSure = sign === 'present' && mimeType === 'application/pdf';
  return isSure ? { present: true, state: 'inconclusive', problem } : { state: 'unreadable', problem };
}

async function look(
  source: string | Uint8Array,
  mimeType: string,
  pdf: PdfFile | undefined,
): Promise<{ readonly sign: ManifestSign; readonly sizeBytes: number }> {
  if (typeof source !== 'string') {
    const sizeBytes = source.byteLength;
    return { sign: await findManifest({ readAt: readerOf(source), sizeBytes, pdf }, mimeType), sizeBytes };
  }
  const file = await open(source);
  try {
    const { size: sizeBytes } = await file.stat();
    return { sign: await findManifest({ readAt: readerOf(file), sizeBytes }, mimeType), sizeBytes };
  } finally {
    await file.close();
  }
}
