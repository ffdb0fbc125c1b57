import type { TextFeatures } from './text-features.ts';
import { decodeSignature, estimateJaccard } from './similarity/min-hash.ts';

/** Similarity from which texts are near-duplicates. */
const minJaccard = 0.8;
/**
 * Bands of a signature (Leskovec, Rajaraman, Ullman: Mining of Massive Datasets, section 3.4). Texts that agree in a whole band are compared. With 25 bands of
 * 5 values, texts of similarity 0.8 meet with probability 0.9999, of 0.5 with 0.55, of 0.2 with 0.01.
 */
const bands = 25;
const rows = 5;

/** Returns the estimated Jaccard similarity of two near-duplicates, from 0.8 to 1; undefined if the texts are less similar. */
export function confirmNearDuplicate(one: TextFeatures, other: TextFeatures): number | undefined {
  if (one.signature === '' || other.signature === '') return undefined;
  return confirm(decodeSignature(one.signature), decodeSignature(other.signature));
}

function confirm(one: Uint32Array, other: Uint32Array): number | undefined {
  const similarity = estimateJaccard(one, other);
  return similarity >= minJaccard ? similarity : undefined;
}

/** Many copies of one text share all buckets. The first ones are enough to find the others. */
const maxBucket = 64;

export interface SimilarText<Id> {
  readonly id: Id;
  /** Estimated Jaccard similarity, from 0.8 to 1. */
  readonly similarity: number;
}

/** Finds near-duplicates without comparing all pairs. About 3 kB for each text. */
export interface TextIndex<Id> {
  add(id: Id, features: TextFeatures): void;
  /** Returns near-duplicates among the texts that were added, the most similar first. If there are many, some are left out. */
  find(features: TextFeatures): readonly SimilarText<Id>[];
}

export function createTextIndex<Id>(): TextIndex<Id> {
  const signatures: { readonly id: Id; readonly signature: Uint32Array }[] = [];
  const buckets = Array.from({ length: bands }, () => new Map<string, number[]>());
  return {
    add(id, { signature: encoded }) {
      if (encoded === '') return;
      const signature = decodeSignature(encoded);
      const at = signatures.push({ id, signature }) - 1;
      buckets.forEach((bucket, band) => {
        const key = readBand(signature, band);
        const found = bucket.get(key);
        if (found === undefined) bucket.set(key, [at]);
        else if (found.length < maxBucket) found.push(at);
      });
    },
    find({ signature: encoded }) {
      if (encoded === '') return [];
      const signature = decodeSignature(encoded);
      const candidates = new Set(
        buckets.flatMap((bucket, band) => bucket.get(readBand(signature, band)) ?? []),
      );
      const similar = [...candidates].flatMap((at): SimilarText<Id>[] => {
        const candidate = signatures[at];
        const similarity = candidate && confirm(candidate.signature, signature);
        return candidate === undefined || similarity === undefined ? [] : [{ id: candidate.id, similarity }];
      });
      return similar.toSorted((one, other) => other.similarity - one.similarity);
    },
  };
}

function readBand(signature: Uint32Array, band: number): string {
  return String.fromCharCode(
    ...Array.from(signature.subarray(band * rows, (band + 1) * rows), (value) => [
      value >>> 16,
      value & 0xffff,
    ]).flat(),
  );
}

/** Texts of which one stays. */
export interface NearDuplicates<Id> {
  readonly kept: Id;
  readonly duplicates: readonly SimilarText<Id>[];
}

/**
 * Groups near-duplicates. The first text of a group stays, so pass the texts in the order in which they are to be kept. Each text is compared with kept texts only:
 * chains of small changes form no group, and many copies of one text cost one comparison each.
 */
export function groupNearDuplicates<Id>(
  texts: Iterable<{ readonly id: Id; readonly features: TextFeatures }>,
): readonly NearDuplicates<Id>[] {
  const index = createTextIndex<Id>();
  const groups = new Map<Id, SimilarText<Id>[]>();
  for (const { id, features } of texts) {
    const [nearest] = index.find(features);
    if (nearest === undefined) {
      index.add(id, features);
    } else {
      const group = groups.get(nearest.id) ?? [];
      group.push({ id, similarity: nearest.similarity });
      groups.set(nearest.id, group);
    }
  }
  return Array.from(groups, ([kept, duplicates]) => ({ kept, duplicates }));
}
