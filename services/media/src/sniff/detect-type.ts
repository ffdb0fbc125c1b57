import { fileTypeFromBuffer } from 'file-type';
import { categoryOf } from './accepted-types.ts';
import type { MediaCategory } from './accepted-types.ts';
import { canonicalType } from './canonical-type.ts';
import { detectText } from './detect-text.ts';
import { heifType, holdsWholeMoov, visibleHandlers } from './iso-brands.ts';
import { isEncryptedPackage, isLegacyWord, isWordProcessingMl } from './office-types.ts';

/** What the first bytes of a file say it is. */
export interface DetectedType {
  /** Canonical MIME type, which need not be an accepted one. */
  readonly mimeType: string;
  /** Undefined when the type is not accepted. */
  readonly category: MediaCategory | undefined;
  /**
   * Other accepted types the same bytes are lawful for: an MP4 whose tracks lie beyond the head may be audio only, an encrypted
   * Office document a DOCX.
   */
  readonly alsoFits: readonly string[];
}

/** Fewest bytes a caller gives (or the whole file when it is shorter). */
export const minHeadBytes = 4100;
/** Bytes that settle every accepted type: below it, Word documents and audio-only MP4 may stay ambiguous. */
export const recommendedHeadBytes = 65_536;

/** PDF readers accept the header within the first kilobyte (ISO 32000-1 annex H.3.4.1). */
const pdfHeaderWindow = 1024;
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Types recognized by two printable letters, which plain text may begin with; their true files hold binary headers. */
const weakMagics = ['image/bmp', 'application/x-msdownload'];

/**
 * Decides the type of a file by its first bytes.
 * @param head the first {@link minHeadBytes} bytes or more, better {@link recommendedHeadBytes}; shorter only when the file is
 * @returns undefined when nothing is recognized, also for an empty file
 */
export async function detectType(head: Uint8Array): Promise<DetectedType | undefined> {
  const mimeType = refine(await sniff(head), head) ?? fallback(head);
  if (mimeType === undefined) return undefined;
  if (mimeType === 'video/mp4') return detectMp4(head);
  if (mimeType === 'application/x-cfb' && isEncryptedPackage(head)) {
    return { mimeType, category: undefined, alsoFits: [docx] };
  }
  return { mimeType, category: categoryOf(mimeType), alsoFits: [] };
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
  if (weakMagics.includes(sniffed) && detectText(head) !== undefined) return 'text/plain';
  if (sniffed === 'application/x-cfb') return isLegacyWord(head) ? 'application/msword' : sniffed;
  if (sniffed === 'application/zip' && isWordProcessingMl(head)) {
    return docx;
  }
  if (sniffed.startsWith('image/hei')) return heifType(head) ?? 'image/heif';
  return canonicalType(sniffed);
}

function fallback(head: Uint8Array): string | undefined {
  if (Buffer.from(head.subarray(0, 3)).toString('latin1') === 'ID3') return 'audio/mpeg';
  const start = Buffer.from(head.subarray(0, pdfHeaderWindow)).toString('latin1');
  if (start.includes('%PDF-')) return 'application/pdf';
  return detectText(head) === undefined ? undefined : 'text/plain';
}

function detectMp4(head: Uint8Array): DetectedType {
  const handlers = visibleHandlers(head);
  if (handlers.includes('vide')) return { mimeType: 'video/mp4', category: 'video', alsoFits: [] };
  if (handlers.includes('soun') && holdsWholeMoov(head)) {
    return { mimeType: 'audio/mp4', category: 'audio', alsoFits: [] };
  }
  return { mimeType: 'video/mp4', category: 'video', alsoFits: ['audio/mp4'] };
}
