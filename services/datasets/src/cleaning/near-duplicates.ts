import type { FileFeatures } from './treatment.ts';

/** Two files that may be duplicates, by their places. */
export type Candidate = readonly [a: number, b: number];

/** Finds pairs of files that look, sound or read nearly the same. */
export interface NearDuplicates {
  /** Adds a file. Only the values of the index are kept. */
  add(place: number, features: FileFeatures): void;
  /** Lists the pairs that the index finds. */
  listCandidates(): readonly Candidate[];
  /** Returns the score of a pair, from 0 to 1; undefined if the files are no duplicates. */
  confirm(a: FileFeatures, b: FileFeatures): number | undefined;
}

export function createNearDuplicates(): NearDuplicates {
  return { add: () => undefined, listCandidates: () => [], confirm: () => undefined };
}
