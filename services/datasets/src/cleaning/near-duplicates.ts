import { createImageIndex } from './images/image-index.ts';
import { confirmNearDuplicate } from './images/near-duplicates.ts';
import { createRecordingIndex } from './recordings/recording-index.ts';
import { createTextIndex } from './texts/text-index.ts';
import type { FileFeatures } from './treatment.ts';

/** Two files that may be duplicates, by their places. */
export type Candidate = readonly [a: number, b: number];

/** Two files that are duplicates. */
export interface DuplicatePair {
  readonly candidate: Candidate;
  /** From 0 to 1. */
  readonly score: number;
}

/** Finds pairs of files that look, read or decode nearly the same. */
export interface NearDuplicates {
  /** Adds a file. Only the values of the indexes are kept: of an image its hash, of a text its signature. */
  add(place: number, features: FileFeatures): void;
  /** Lists the pairs that the indexes themselves confirm: texts and recordings. */
  listPairs(): readonly DuplicatePair[];
  /** Lists pairs of images with similar hashes. Each one has to be confirmed on its pixels. */
  listCandidates(): readonly Candidate[];
  /** Returns the score of two images, from 0 to 1; undefined if they are no duplicates. */
  confirm(a: FileFeatures, b: FileFeatures): number | undefined;
}

/** One file is compared with its closest neighbours only, so that many copies of one file cost a bounded number of pairs each. */
const maxNeighbours = 32;
const maxCandidates = 2_000_000;

export function createNearDuplicates(): NearDuplicates {
  const images = createImageIndex();
  const imagePlaces: number[] = [];
  const texts = createTextIndex<number>();
  const recordings = createRecordingIndex<number>();
  const pairs: DuplicatePair[] = [];
  const connect = (place: number, similar: readonly Similar[]): void => {
    for (const { id, similarity } of similar.slice(0, maxNeighbours)) {
      pairs.push({ candidate: [id, place], score: similarity });
    }
  };
  return {
    add(place, features) {
      switch (features.kind) {
        case 'image':
          imagePlaces.push(place);
          images.add(features.hash);
          return;
        case 'text':
          connect(place, texts.find(features));
          texts.add(place, features);
          return;
        case 'audio':
        case 'video':
          connect(place, recordings.find(features));
          recordings.add(place, features);
      }
    },
    listPairs: () => pairs,
    listCandidates() {
      const candidates: Candidate[] = [];
      for (const [one, other] of images.listCandidates()) {
        candidates.push([imagePlaces[one] ?? 0, imagePlaces[other] ?? 0]);
        if (candidates.length >= maxCandidates) break;
      }
      return candidates;
    },
    confirm: (a, b) => (a.kind === 'image' && b.kind === 'image' ? confirmNearDuplicate(a, b) : undefined),
  };
}

interface Similar {
  readonly id: number;
  readonly similarity: number;
}
