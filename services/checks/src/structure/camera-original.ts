import { readExif } from '@assay/media/exif/read-exif';
import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import { saveSignature } from '@assay/media/jpeg/save-signature';
import type { Subject } from '../check/check.ts';
import { comparePreview, toCompared } from '../pixels/thumbnail/compare-preview.ts';
import { readEmbeddedPictures } from '../pixels/thumbnail/embedded-pictures.ts';
import { readCompressionHistory } from './compression-history.ts';

/** The traits of a file that a camera leaves and a generator does not. */
export interface CameraLikeness {
  readonly hasMakerNote: boolean;
  /** Metadata of a camera, in a layout that shows no program. */
  readonly isLaidOutByCamera: boolean;
  /** Quantization tables that neither libjpeg nor Photoshop computes, in a baseline JPEG with the standard code tables. */
  readonly hasOwnTables: boolean;
  readonly previewAgrees: boolean;
}

/** Decodes the image only where no other trait is there. */
export async function cameraLikeness(subject: Subject): Promise<CameraLikeness> {
  const exif = await readExif(subject.bytes, subject.mimeType);
  const hasMakerNote = exif?.structure?.makerNote != null;
  const { lastEncoder, resaved } = await readCompressionHistory(subject);
  const isLaidOutByCamera = lastEncoder === 'camera' && !resaved;
  const hasOwnTables = ownsTables(subject);
  const isKnown = hasMakerNote || isLaidOutByCamera || hasOwnTables;
  const previewAgrees = !isKnown && (await agreesWithPreviews(subject));
  return { hasMakerNote, isLaidOutByCamera, hasOwnTables, previewAgrees };
}

/** Names the traits that are there, for a sentence. */
export function nameTraits(likeness: CameraLikeness): readonly string[] {
  return [
    ...(likeness.hasMakerNote ? ["the camera's own data"] : []),
    ...(likeness.isLaidOutByCamera ? ['the layout of a camera'] : []),
    ...(likeness.hasOwnTables ? ['compression tables of no known program'] : []),
    ...(likeness.previewAgrees ? ['a stored preview of the same image'] : []),
  ];
}

/** At quality 100 all steps are 1, whoever computed them. */
function ownsTables({ bytes, mimeType }: Subject): boolean {
  const parsed = mimeType === 'image/jpeg' ? parseJpeg(bytes) : null;
  if (parsed?.ok !== true) return false;
  const { frame, huffman } = parsed.jpeg;
  const { encoder, quality } = saveSignature(parsed.jpeg);
  return encoder === 'unknown' && (quality ?? 100) < 100 && !frame.progressive && huffman === 'standard';
}

/** Programs leave previews too, elsewhere in the file. */
const cameraSources: readonly string[] = ['ifd1', 'mpf'];

async function agreesWithPreviews(subject: Subject): Promise<boolean> {
  const embedded = (await readEmbeddedPictures(subject.bytes)).filter(({ source }) =>
    cameraSources.includes(source),
  );
  if (embedded.length === 0) return false;
  const picture = toCompared(await subject.pixels());
  return embedded.every(({ image }) => comparePreview(image, picture).difference.relation === 'agrees');
}
