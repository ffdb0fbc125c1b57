import { readFile } from 'node:fs/promises';
import { readC2pa } from '../c2pa/read-c2pa.ts';
import type { C2paTrustList } from '../c2pa/c2pa-report.ts';
import { describeParts } from './describe-parts.ts';
import { assertDecodableSize, limitPixels } from '../limits/image-limits.ts';
import { describeImage } from '../decode/read-image-header.ts';
import type { ImageHeader } from '../decode/read-image-header.ts';
import { OversizedError, UndecodableError } from '../limits/undecodable-error.ts';
import { readCaptureFacts } from '../exif/capture-facts.ts';
import { previewImage } from '../preview/preview-image.ts';
import type { ImagePreview } from '../preview/preview-image.ts';
import { toCaptureValues } from './capture-values.ts';
import { summarizeC2pa } from './enrichment.ts';
import type { ImageReading } from './enrichment.ts';

export interface EnrichOptions {
  /** Of the content, when the caller has it already. */
  readonly sha256?: string;
  readonly trustList?: C2paTrustList;
}

/**
 * Extracts what an image file says of itself and what it looks like. It is decoded once and to its last row. Pixels that cannot be
 * decoded leave the rest: then the enrichment has a note instead of a perceptual hash, and there is no thumbnail.
 * @throws UndecodableError when its header cannot be read
 */
export async function enrichImage(path: string, options: EnrichOptions = {}): Promise<ImageReading> {
  const header = await describeImage(path);
  const { preview, note, isOversized = false } = await tryPreview(path, header);
  const bytes = await readFile(path);
  const facts = readCaptureFacts(bytes, header.mimeType, header.exif);
  const c2pa = await readC2pa(path, header.mimeType, { trustList: options.trustList });
  const enrichment = {
    ...(options.sha256 === undefined ? {} : { sha256: options.sha256 }),
    detectedMimeType: header.mimeType,
    width: header.width,
    height: header.height,
    // A PNG may keep its EXIF as text, which decoders do not read.
    orientation:
      header.exif === undefined ? (facts.exif?.orientation ?? header.orientation) : header.orientation,
    colorSpace: header.colorSpace,
    hasExif: header.exif !== undefined || facts.exif !== null,
    ...toCaptureValues(facts),
    perceptualHash: preview?.perceptualHash ?? null,
    ...describeParts(bytes, header.mimeType),
    ...(note === undefined ? {} : { notes: [note] }),
    c2pa: summarizeC2pa(c2pa),
  };
  return { enrichment, thumbnail: preview?.thumbnail, isOversized };
}

interface PreviewAttempt {
  readonly preview?: ImagePreview;
  /** Why there is no preview, in a sentence. */
  readonly note?: string;
  readonly isOversized?: boolean;
}

async function tryPreview(path: string, header: ImageHeader): Promise<PreviewAttempt> {
  try {
    assertDecodableSize(header.width, header.height, limitPixels(header.mimeType));
    return { preview: await previewImage(path, header) };
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    const isOversized = error instanceof OversizedError;
    return { note: `The pixels were not examined: ${error.reason}.`, isOversized };
  }
}
