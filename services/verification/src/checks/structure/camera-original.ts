import { readExif } from '@assay/media/exif/read-exif';
import type { Subject } from '../check.ts';
import { comparePreview, toCompared } from '../pixels/thumbnail/compare-preview.ts';
import { readEmbeddedPictures } from '../pixels/thumbnail/embedded-pictures.ts';
import { readCompressionHistory } from './compression-history.ts';

/** What makes a file look as if it came from a camera and no program saved its pixels since; all three together do. */
export interface CameraLikeness {
  readonly hasMakerNote: boolean;
  /** Tables and layout are not those of a program. */
  readonly isLaidOutByCamera: boolean;
  readonly previewAgrees: boolean;
}

/** Decodes the picture only where the first two hold. */
export async function cameraLikeness(subject: Subject): Promise<CameraLikeness> {
  const exif = await readExif(subject.bytes, subject.mimeType);
  const hasMakerNote = exif?.make != null && exif.model !== null && exif.structure?.makerNote != null;
  const { lastEncoder, resaved } = await readCompressionHistory(subject);
  const isLaidOutByCamera = lastEncoder === 'camera' && !resaved;
  const previewAgrees = hasMakerNote && isLaidOutByCamera && (await agreesWithPreviews(subject));
  return { hasMakerNote, isLaidOutByCamera, previewAgrees };
}

async function agreesWithPreviews(subject: Subject): Promise<boolean> {
  const embedded = await readEmbeddedPictures(subject.bytes);
  if (embedded.length === 0) return false;
  const picture = toCompared(await subject.pixels());
  return embedded.every(({ image }) => comparePreview(image, picture).difference.relation === 'agrees');
}
