import { readExif } from '@assay/media/exif/read-exif';
import type { ExifRead } from '@assay/media/exif/read-exif';
import type { JpegStructure } from '@assay/media/jpeg/jpeg-structure';
import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import { saveSignature } from '@assay/media/jpeg/save-signature';
import { namesEditor } from '../metadata/exif/exif-names.ts';

/** What the file's own structure says of how often and by what it was compressed. Guesses are never anomalies. */
export interface CompressionHistory {
  readonly format: string;
  readonly megapixels: number | null;
  /** IJG quality 1..100 nearest to the last JPEG save by its low frequencies; null when not JPEG. */
  readonly lastQuality: number | null;
  readonly qualityIsExact: boolean;
  /** Encoder family of the last save; `camera` when nothing speaks against the camera named in the metadata. */
  readonly lastEncoder: 'libjpeg' | 'photoshop' | 'camera' | 'unknown' | null;
  /** The last save was probably not made by the camera named in the metadata. */
  readonly resaved: boolean;
  /** Why `resaved` is thought so, in plain words. */
  readonly resaveSigns: readonly string[];
  /** No capture metadata is left. */
  readonly stripped: boolean;
  /** Size, quality and stripping look like one hop through a messenger or social network, and Photoshop did not save the file last. */
  readonly messengerLike: boolean;
}

/** What of a subject tells its history. */
interface HistorySource {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** `width` and `height` where enrichment found them. */
  readonly enrichment: Readonly<Record<string, unknown>>;
}

const messengerMaxSide = 2048;
const messengerMaxQuality = 90;

const known = new WeakMap<HistorySource, Promise<CompressionHistory>>();

/**
 * Reads structure only, of each subject once; never decodes. Rejects never for malformed files: an unreadable one has an empty
 * history.
 */
export function readCompressionHistory(subject: HistorySource): Promise<CompressionHistory> {
  const read = known.get(subject) ?? readHistory(subject);
  known.set(subject, read);
  return read;
}

async function readHistory(subject: HistorySource): Promise<CompressionHistory> {
  const exif = await readExif(subject.bytes, subject.mimeType);
  const stripped = exif?.make == null && exif?.model == null && exif?.dateTimeOriginal == null;
  const parsed = subject.mimeType === 'image/jpeg' ? parseJpeg(subject.bytes) : null;
  if (parsed?.ok !== true) return withoutJpeg(subject, exif, stripped);
  const { jpeg } = parsed;
  const { encoder, quality, exact } = saveSignature(jpeg);
  const resaveSigns = stripped ? [] : signsOfResaving(jpeg, exif, encoder);
  return {
    format: 'image/jpeg',
    megapixels: (jpeg.frame.width * jpeg.frame.height) / 1e6,
    lastQuality: quality,
    qualityIsExact: exact,
    lastEncoder: encoder === 'photoshop' || stripped || resaveSigns.length > 0 ? encoder : 'camera',
    resaved: resaveSigns.length > 0,
    resaveSigns,
    stripped,
    messengerLike:
      stripped &&
      encoder !== 'photoshop' &&
      Math.max(jpeg.frame.width, jpeg.frame.height) <= messengerMaxSide &&
      (quality ?? 100) <= messengerMaxQuality,
  };
}

function withoutJpeg(subject: HistorySource, exif: ExifRead | null, stripped: boolean): CompressionHistory {
  const { width, height } = subject.enrichment;
  const resaveSigns = namesEditor(exif?.software ?? null) ? ['the metadata name editing software'] : [];
  return {
    format: subject.mimeType,
    megapixels: typeof width === 'number' && typeof height === 'number' ? (width * height) / 1e6 : null,
    lastQuality: null,
    qualityIsExact: false,
    lastEncoder: null,
    resaved: resaveSigns.length > 0,
    resaveSigns,
    stripped,
    messengerLike: false,
  };
}

/** Many cameras write libjpeg's tables, so those alone say nothing; with a JFIF header before the Exif they do. */
function signsOfResaving(jpeg: JpegStructure, exif: ExifRead | null, encoder: string): string[] {
  const signs: string[] = [];
  if (encoder === 'photoshop') signs.push('Photoshop left its own save settings in the file');
  if (encoder === 'libjpeg' && jpeg.jfif !== null)
    signs.push('the tables and header are those of a general JPEG library');
  if (namesEditor(exif?.software ?? null)) signs.push('the metadata name editing software');
  if (jpeg.frame.progressive) signs.push('it is stored progressively, which cameras do not do');
  if (jpeg.huffman === 'optimized' && encoder !== 'photoshop')
    signs.push('its code tables were optimized for this picture');
  if (exif !== null && !sizeAgrees(jpeg, exif)) signs.push('its size is not the one the camera recorded');
  return signs;
}

/** True when the recorded size is absent or equal, in either orientation. */
export function sizeAgrees(jpeg: JpegStructure, exif: ExifRead): boolean {
  const { pixelWidth, pixelHeight } = exif;
  if (pixelWidth === null || pixelHeight === null || pixelWidth === 0 || pixelHeight === 0) return true;
  const { width, height } = jpeg.frame;
  return (width === pixelWidth && height === pixelHeight) || (width === pixelHeight && height === pixelWidth);
}
