import { readExif } from '@assay/media/exif/read-exif';
import { finding } from '../../check/check-result.ts';
import { searchedWhole, stateAbsence } from '../../search/searched-part.ts';
import type { Check, Subject } from '../../check/check.ts';
import { wasModifiedLater } from '../../metadata/exif/modified-later.ts';
import { readCompressionHistory } from '../compression-history.ts';
import type { CompressionHistory } from '../compression-history.ts';
import { compressionWord } from '../quality-words.ts';
import { manifest } from './manifest.ts';

/** Reconstructs how the file was compressed. It weighs nothing: a file saved again is an innocent file. */
export const check: Check = {
  ...manifest,
  run: async (subject: Subject) => {
    const history = await readCompressionHistory(subject);
    const exif = await readExif(subject.bytes, subject.mimeType);
    const modified = exif !== null && wasModifiedLater(exif) ? exif.modifyDate : null;
    return finding(manifest, {
      statement: describe(history, modified),
      facts: { history: { ...history } },
      limits: [
        'The history is inferred from the last save; earlier saves may have left no structural trace.',
      ],
    });
  },
};

/** @param modified when it was changed after it was taken, as its metadata say; else null */
function describe(history: CompressionHistory, modified: string | null): string {
  if (history.format !== 'image/jpeg')
    return `The file is ${history.format}; it carries no JPEG save history of its own.`;
  if (history.messengerLike) {
    return `The image is small${describeCompression(history)} and without camera data, as after a messenger or social network.`;
  }
  if (history.resaved)
    return `The file was saved again after the camera wrote it: ${history.resaveSigns.join('; ')}.`;
  if (history.stripped) return 'The file carries no camera data, so its history cannot be told.';
  return modified === null
    ? stateAbsence(
        [searchedWhole('file')],
        'Nothing in the file structure shows that it was saved again after the camera wrote it.',
      ).join(' ')
    : `The metadata say that the file was modified on ${modified}, after it was taken; its structure does not show how.`;
}

function describeCompression({ lastQuality, qualityIsExact }: CompressionHistory): string {
  if (lastQuality === null) return '';
  const quality = `${qualityIsExact ? '' : 'about '}quality ${String(lastQuality)} of 100`;
  return `, ${compressionWord(lastQuality)} compressed (${quality})`;
}
