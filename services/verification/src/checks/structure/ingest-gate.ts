import { finding } from '../check-result.ts';
import type { Check, Subject } from '../check.ts';
import { readCompressionHistory } from './compression-history.ts';
import type { CompressionHistory } from './compression-history.ts';
import { compressionWord } from './quality-words.ts';

const identity = {
  slug: 'ingest-gate',
  version: '2',
  kind: 'structural',
  criterion: 'compression_history',
} as const;

/** Reconstructs how the file was compressed. It weighs nothing: a file saved again is an innocent file. */
export const ingestGate: Check = {
  ...identity,
  run: async (subject: Subject) => {
    const history = await readCompressionHistory(subject);
    return finding(identity, {
      statement: describe(history),
      facts: { history: { ...history } },
      limits: [
        'The history is inferred from the last save; earlier saves may have left no structural trace.',
      ],
    });
  },
};

function describe(history: CompressionHistory): string {
  if (history.format !== 'image/jpeg')
    return `The file is ${history.format}; it carries no JPEG save history of its own.`;
  if (history.messengerLike) {
    return `The image is small${describeCompression(history)} and without camera data, as after a messenger or social network.`;
  }
  if (history.resaved)
    return `The file was saved again after the camera wrote it: ${history.resaveSigns.join('; ')}.`;
  if (history.stripped) return 'The file carries no camera data, so its history cannot be told.';
  return 'Nothing in the file structure shows that it was saved again after the camera wrote it.';
}

function describeCompression({ lastQuality, qualityIsExact }: CompressionHistory): string {
  if (lastQuality === null) return '';
  const quality = `${qualityIsExact ? '' : 'about '}quality ${String(lastQuality)} of 100`;
  return `, ${compressionWord(lastQuality)} compressed (${quality})`;
}
