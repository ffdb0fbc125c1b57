import { createHash } from 'node:crypto';
import { findChange } from './images/changed/find-change.ts';
import type { ImageLikeness } from './images/changed/image-change.ts';
import { listVariantPairs } from './images/changed/variant-index.ts';
import { createImageIndex } from './images/similar/image-index.ts';
import { confirmNearDuplicate } from './images/similar/near-duplicates.ts';
import { confirmNearDuplicate as confirmVideo, createRecordingIndex } from './recordings/recording-index.ts';
import { createTextIndex } from './texts/text-index.ts';
import type { FileFeatures } from './treatment.ts';

/** A file that is, or may be, a duplicate of another one. */
export interface SimilarFile {
  readonly place: number;
  /** From 0 to 1; undefined for an image, which has to be confirmed on its pixels. */
  readonly score: number | undefined;
}

/** Two files that are duplicates. */
export interface DuplicatePair {
  readonly candidate: readonly [a: number, b: number];
  readonly score: number;
}

/** Finds files that look, read or decode nearly the same. */
export interface NearDuplicates {
  /** Adds a file. Only the values of the indexes are kept: of an image its hash, of a text its signature. */
  add(place: number, features: FileFeatures): void;
  /** Lists the files that are similar to one, those with the same values first. */
  listSimilar(place: number): Iterable<SimilarFile>;
  /** Lists the pairs of images of which one may be a changed copy of the other, by their hashes. */
  listChangeCandidates(): Iterable<readonly [a: number, b: number]>;
  /** Returns how two images differ that show the same; undefined if they do not. */
  findChange(a: FileFeatures, b: FileFeatures): ImageLikeness | undefined;
  /** Lists the pairs that the indexes themselves confirm: texts and recordings. */
  listPairs(): readonly DuplicatePair[];
  /** Returns the score of two images, from 0 to 1; undefined if they are no duplicates. */
  confirm(a: FileFeatures, b: FileFeatures): number | undefined;
}

/** One class is compared with its closest neighbours only. */
const maxNeighbours = 32;
const maxImagePairs = 2_000_000;

/**
 * Files with equal values, such as copies of an image with one hash. The indexes compare classes and not files, so that many copies of one
 * file cost one comparison each.
 */
interface FileClass {
  readonly places: number[];
  /** The score of two files of the class. */
  readonly score: number | undefined;
  readonly neighbours: { readonly of: FileClass; readonly score: number | undefined }[];
}

export function createNearDuplicates(): NearDuplicates {
  const byKey = new Map<string, FileClass>();
  const byPlace = new Map<number, FileClass>();
  const indexes = createIndexes();
  function* listSimilar(place: number): Generator<SimilarFile> {
    indexes.connectImages();
    const own = byPlace.get(place);
    if (own === undefined) return;
    const { score } = own;
    for (const other of own.places) if (other !== place) yield { place: other, score };
    for (const { of, score } of own.neighbours) for (const other of of.places) yield { place: other, score };
  }
  return {
    add(place, features) {
      const values = readValues(features);
      if (values === undefined) return;
      const key = createHash('sha256').update(`${features.kind} ${values}`).digest('base64');
      const known = byKey.get(key);
      const own = known ?? { places: [], score: features.kind === 'image' ? undefined : 1, neighbours: [] };
      own.places.push(place);
      byPlace.set(place, own);
      if (known !== undefined) return;
      byKey.set(key, own);
      indexes.add(own, features);
    },
    listSimilar,
    *listChangeCandidates() {
      for (const [one, other] of indexes.listChangedImages()) yield* pairPlaces(one, other);
    },
    findChange: (a, b) => (a.kind === 'image' && b.kind === 'image' ? findChange(a, b) : undefined),
    listPairs: () =>
      [...byPlace.keys()].flatMap((place) =>
        Array.from(listSimilar(place)).flatMap(({ place: other, score }): DuplicatePair[] =>
          score === undefined || other < place ? [] : [{ candidate: [place, other], score }],
        ),
      ),
    confirm: (a, b) => (a.kind === 'image' && b.kind === 'image' ? confirmNearDuplicate(a, b) : undefined),
  };
}

/** Lists the pairs of the files of two classes, or of one class. */
function* pairPlaces(one: FileClass, other: FileClass): Generator<readonly [number, number]> {
  for (const place of one.places)
    for (const changed of other.places) if (one !== other || place < changed) yield [place, changed];
}

/** Returns the values by which files are compared; undefined for a file that has none. */
function readValues(features: FileFeatures): string | undefined {
  switch (features.kind) {
    case 'image':
      return features.hash;
    case 'text':
      return features.signature === '' ? undefined : features.signature;
    case 'audio':
      return features.decodedSha256;
    case 'video': {
      const isComparable = confirmVideo(features, features) !== undefined;
      return isComparable
        ? `${features.durationSeconds.toString()} ${features.frameHashes.join(' ')}`
        : undefined;
    }
  }
}

function connect(one: FileClass, other: FileClass, score: number | undefined): void {
  one.neighbours.push({ of: other, score });
  other.neighbours.push({ of: one, score });
}

function createIndexes() {
  const images = createImageIndex();
  const imageClasses: FileClass[] = [];
  const indexedImages: { readonly hash: string; readonly variants: string }[] = [];
  const texts = createTextIndex<FileClass>();
  const videos = createRecordingIndex<FileClass>();
  let isConnected = true;
  return {
    add(own: FileClass, features: FileFeatures): void {
      switch (features.kind) {
        case 'image':
          imageClasses.push(own);
          isConnected = false;
          images.add(features.hash);
          indexedImages.push({ hash: features.hash, variants: features.variants ?? '' });
          return;
        case 'text':
          for (const { id, similarity } of texts.find(features).slice(0, maxNeighbours))
            connect(id, own, similarity);
          texts.add(own, features);
          return;
        case 'video':
          for (const { id, similarity } of videos.find(features).slice(0, maxNeighbours))
            connect(id, own, similarity);
          videos.add(own, features);
          return;
        case 'audio':
        // Audio files are duplicates if all their samples are equal.
      }
    },
    *listChangedImages(): Generator<readonly [FileClass, FileClass]> {
      for (const own of imageClasses) if (own.places.length > 1) yield [own, own];
      const known = new Set<number>();
      for (const list of [images.listCandidates(), listVariantPairs(indexedImages)]) {
        for (const [one, other] of list) {
          const key = Math.min(one, other) * imageClasses.length + Math.max(one, other);
          const a = imageClasses[one];
          const b = imageClasses[other];
          if (a === undefined || b === undefined || known.has(key)) continue;
          known.add(key);
          yield [a, b];
          if (known.size >= maxImagePairs) return;
        }
      }
    },
    /** Connects the classes of images when they are first listed: all at once, which the index does fastest. */
    connectImages(): void {
      if (isConnected) return;
      isConnected = true;
      for (const { neighbours } of imageClasses) neighbours.length = 0;
      let pairs = 0;
      for (const [one, other] of images.listCandidates()) {
        const a = imageClasses[one];
        const b = imageClasses[other];
        if (a !== undefined && b !== undefined) connect(a, b, undefined);
        pairs += 1;
        if (pairs >= maxImagePairs) return;
      }
    },
  };
}
