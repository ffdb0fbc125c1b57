import { fileTypeFromBuffer } from 'file-type';
import { categoryOf } from './accepted-types.ts';
import { canonicalType } from './canonical-type.ts';
import { detectText } from './detect-text.ts';
import { heifType, holdsWholeMoov, visibleHandlers } from './iso-brands.ts';
import { classifyCompoundFile, classifyPackage } from './office-types.ts';
import type { DetectedType } from './detected-type.ts';
import { findFlac, holdsMpegFrames, isLongWave, hasOnlyAudio } from './audio-types.ts';

/** Fewest bytes a caller gives (or the whole file when it is shorter). */
export const minHeadBytes = 4100;
/** Bytes that settle nearly every accepted type: below it, audio-only MP4 may stay ambiguous. */
export const recommendedHeadBytes = 65_536;

/** PDF readers accept the header within the first kilobyte (ISO 32000-1 annex H.3.4.1). */
const pdfHeaderWindow = 1024;
const zip = 'application/zip';
const compoundFile = 'application/x-cfb';
const plainText = 'text/plain';
/** Types recognized by two printable letters, which plain text may begin with; their true files hold binary headers. */
const weakMagics = ['image/bmp', 'application/x-msdownload'];

/**
 * Decides the type of a file by its first bytes.
 * @param head the first {@link minHeadBytes} bytes or more, better {@link recommendedHeadBytes}; shorter only when the file is
 * @returns undefined when nothing is recognized, also for an empty file
 */
export async function detectType(head: Uint8Array): Promise<DetectedType | undefined> {
  const detected = detectFormat(await sniff(head), head);
  // Text has no NUL, apart from UTF-16, which no format of letters begins with.
  if (
    detected === undefined ||
    detected.mimeType === plainText ||
    head.includes(0) ||
    detectText(head) === undefined
  )
    return detected;
  return { ...detected, alsoFits: [...detected.alsoFits, plainText] };
}

function detectFormat(sniffed: string | undefined, head: Uint8Array): DetectedType | undefined {
  if (sniffed === compoundFile) return classifyCompoundFile(head);
  if (sniffed === zip) return classifyPackage(head);
  const mimeType = refine(sniffed, head) ?? fallback(head);
  if (mimeType === undefined) return undefined;
  if (mimeType === 'video/mp4') return detectMp4(head);
  const alsoFits = mimeType === 'audio/mpeg' && findFlac(head) === 'beyond' ? ['audio/flac'] : [];
  const alsoDeclared = mimeType === 'video/webm' && hasOnlyAudio(head) ? ['audio/webm'] : [];
  return { mimeType, category: categoryOf(mimeType), alsoFits, alsoDeclared };
}

async function sniff(head: Uint8Array): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // The sniffer may run beyond a cut or malformed header: that is "not recognized".
    return undefined;
  }
}

function refine(sniffed: string | undefined, head: Uint8Array): string | undefined {
  if (sniffed === undefined) return undefined;
  if (weakMagics.includes(sniffed) && detectText(head) !== undefined) return plainText;
  if (sniffed.startsWith('image/hei')) return heifType(head) ?? 'image/heif';
  return canonicalType(sniffed);
}

function fallback(head: Uint8Array): string | undefined {
  if (isLongWave(head)) return 'audio/wav';
  if (findFlac(head) === 'here') return 'audio/flac';
  if (Buffer.from(head.subarray(0, 3)).toString('latin1') === 'ID3') return 'audio/mpeg';
  const start = Buffer.from(head.subarray(0, pdfHeaderWindow)).toString('latin1');
  if (start.includes('%PDF-')) return 'application/pdf';
  if (detectText(head) !== undefined) return plainText;
  return holdsMpegFrames(head) ? 'audio/mpeg' : undefined;
}

function detectMp4(head: Uint8Array): DetectedType {
  const handlers = visibleHandlers(head);
  if (handlers.includes('vide')) return { mimeType: 'video/mp4', category: 'video', alsoFits: [] };
  if (handlers.includes('soun') && holdsWholeMoov(head)) {
    return { mimeType: 'audio/mp4', category: 'audio', alsoFits: [], alsoDeclared: ['video/mp4'] };
  }
  return { mimeType: 'video/mp4', category: 'video', alsoFits: ['audio/mp4'] };
}
