import { readC2pa } from '../c2pa/read-c2pa.ts';
import type { C2paTrustList } from '../c2pa/c2pa-report.ts';
import { readExif } from '../exif/read-exif.ts';
import { readImageHeader } from '../decode/read-image-header.ts';
import { hashImage } from '../hash/hash-image.ts';
import { summarizeC2pa } from './enrichment.ts';
import type { ImageEnrichment } from './enrichment.ts';
import { exifValues } from './exif-values.ts';

export interface EnrichOptions {
  /** Of the content, when the caller has it already. */
  readonly sha256?: string;
  readonly trustList?: C2paTrustList;
}

/**
 * Extracts what an image file says of itself. The file is read to its last row, so a result also proves it decodable.
 * @throws UndecodableError
 */
export async function enrichImage(path: string, options: EnrichOptions = {}): Promise<ImageEnrichment> {
  const header = await readImageHeader(path);
  const perceptualHash = await hashImage(path, header);
  const exif = header.exif === undefined ? null : await readExif(header.exif, 'image/tiff');
  const c2pa = await readC2pa(
    path,
    header.mimeType,
    options.trustList === undefined ? {} : { trustList: options.trustList },
  );
  return {
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
}
