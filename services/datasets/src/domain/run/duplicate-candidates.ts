import { hammingDistance } from '@assay/media/hash/perceptual-hash';
import type { FileMeasures, ProjectFile } from './project-file.ts';
import { readModality } from './read-modality.ts';

/** Files of one kind are compared with each other: documents by their text. */
type ComparedKind = 'image' | 'audio' | 'video' | 'text';

/** The maximum number of files that are downloaded and compared with one file. Recordings are decoded to their end. */
const maxCandidates: Readonly<Record<ComparedKind, number>> = { image: 20, audio: 50, video: 50, text: 500 };
/** Bits of the 64 in which the hashes of two images may differ. */
const maxHashDistance = 10;
/** Copies of a recording differ in duration by the length of a last frame and by padding. */
const durationTolerance = { seconds: 0.5, share: 0.02 } as const;
/** Texts that share 80 % of their shingles have nearly the same number of words. Repeated sentences shift it. */
const minWordShare = 0.6;
/** The distance of a file whose measures are unknown. It is compared if there are few other candidates. */
const unknownDistance = 1_000;

/** Collects the files that may be near-duplicates of one file, by their measures. */
export interface DuplicateCandidates {
  add(other: ProjectFile): void;
  /** Lists the candidates, the closest first. */
  list(): readonly ProjectFile[];
}

export function createDuplicateCandidates(file: ProjectFile): DuplicateCandidates {
  const kind = readKind(file);
  const limit = maxCandidates[kind];
  let closest: { readonly other: ProjectFile; readonly distance: number }[] = [];
  const keepClosest = (): void => {
    closest = closest.toSorted((a, b) => a.distance - b.distance).slice(0, limit);
  };
  return {
    add(other) {
      if (readKind(other) !== kind) return;
      const distance = measureDistances[kind](file.measures, other.measures);
      if (distance === undefined) return;
      closest.push({ other, distance });
      if (closest.length >= 2 * limit) keepClosest();
    },
    list() {
      keepClosest();
      return closest.map(({ other }) => other);
    },
  };
}

function readKind({ mimeType }: ProjectFile): ComparedKind {
  const modality = readModality(mimeType);
  return modality === 'document' ? 'text' : modality;
}

/** Returns undefined for files that are no near-duplicates. */
type MeasureDistance = (a: FileMeasures, b: FileMeasures) => number | undefined;

const measureDistances: Readonly<Record<ComparedKind, MeasureDistance>> = {
  image: ({ perceptualHash: a }, { perceptualHash: b }) => {
    if (a === undefined || b === undefined) return unknownDistance;
    const distance = hammingDistance(a, b);
    return distance > maxHashDistance ? undefined : distance;
  },
  audio: measureDurations,
  video: measureDurations,
  text: ({ wordCount: a }, { wordCount: b }) => {
    if (a === undefined || b === undefined) return unknownDistance;
    const share = Math.min(a, b) / Math.max(a, b, 1);
    return share < minWordShare ? undefined : 1 - share;
  },
};

function measureDurations({ durationSeconds: a }: FileMeasures, { durationSeconds: b }: FileMeasures) {
  if (a === undefined || b === undefined) return unknownDistance;
  const { seconds, share } = durationTolerance;
  const difference = Math.abs(a - b);
  return difference > Math.max(seconds, share * Math.max(a, b)) ? undefined : difference;
}
