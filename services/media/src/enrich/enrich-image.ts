import { readC2pa } from '../c2pa/read-c2pa.ts';
import type { C2paTrustList } from '../c2pa/c2pa-report.ts';
import { readExif } from '../exif/read-exif.ts';
import { readImageHeader } from '../decode/read-image-header.ts';
import { previewImage } from '../preview/preview-image.ts';
import { summarizeC2pa } from './enrichment.ts';
import type { ImageReading } from './enrichment.ts';
import { exifValues } from './exif-values.ts';

export interface EnrichOptions {
  /** Of the content, when the caller has it already. */
  readonly sha256?: string;
  readonly trustList?: C2paTrustList;
}

/**
 * Extracts what an image file says of itself and what it looks like. It is decoded once and to its last row, so a result also proves
 * it decodable.
 * @throws UndecodableError
 */
export async function enrichImage(path: string, options: EnrichOptions = {}): Promise<ImageReading> {
  const header = await readImageHeader(path);
  const { thumbnail, perceptualHash } = await previewImage(path, header);
  const exif = header.exif === undefined ? null : await readExif(header.exif, 'image/tiff');
  const c2pa = await readC2pa(path, header.mimeType, { trustList: options.trustList });
  const enrichment = {
    ...(options.sha256 === undefined ? {} : { sha256: options.sha256 }),
    detectedMimeType: header.mimeType,
    width: header.width,
    height: header.height,
    orientation: header.orientation,
    colorSpace: header.colorSpace,
    hasExif: header.exif !== undefined,
    ...(exif === null ? {} : exifValues(exif)),
    perceptualHash,
    c2pa: summarizeC2pa(c2pa),
  };
  return { enrichment, thumbnail };
}
