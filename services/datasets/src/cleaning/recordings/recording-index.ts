import type { RecordingFeatures, VideoFeatures } from './streams/recording-features.ts';

/**
 * Bits in which the hashes of one frame in two copies differ at most; frames next to it count too, since copies with another frame rate
 * shift. Measured on 28 recordings: copies at half the size, at 12 frames a second and at low rates have at least 80 % of their frames
 * within 4 bits, other takes of a scene at most 62 %.
 */
const maxDistance = 4;
const minShare = 0.75;
/** Videos with fewer frames that are not flat have nothing to compare. */
const minFrames = 4;
/** Copies differ in duration by the length of a last frame and by padding. */
const durationTolerance = { seconds: 0.5, share: 0.02 } as const;
const bandCount = 4;
const bandValues = 2 ** 16;
/** Frames in which a band must agree before two videos are compared. */
const minHits = 3;
/** A bucket keeps its first members, so that a common title costs a bounded number of comparisons. */
const maxBucketMembers = 64;

/**
 * Returns the share of frames that two copies of one video have in common in the same order, from 0.75 to 1; undefined if the videos are
 * no copies.
 */
export function confirmNearDuplicate(one: VideoFeatures, other: VideoFeatures): number | undefined {
  const difference = Math.abs(one.durationSeconds - other.durationSeconds);
  const longer = Math.max(one.durationSeconds, other.durationSeconds);
  if (difference > Math.max(durationTolerance.seconds, durationTolerance.share * longer)) return undefined;
  return compareFrames(readBands(one), readBands(other));
}

export interface SimilarRecording<Id> {
  readonly id: Id;
  /** 1 for audio that is the same sample by sample; for videos, the share of equal frames. */
  readonly similarity: number;
}

/** Finds duplicates without comparing all pairs. About 1 kB for each video, 0.2 kB for each audio file. */
export interface RecordingIndex<Id> {
  add(id: Id, features: RecordingFeatures): void;
  /** Returns the duplicates among the recordings that were added, the most similar first. */
  find(features: RecordingFeatures): readonly SimilarRecording<Id>[];
}

export function createRecordingIndex<Id>(): RecordingIndex<Id> {
  const audio = new Map<string, Id[]>();
  const videos: { readonly id: Id; readonly features: VideoFeatures }[] = [];
  const buckets = new Map<number, number[]>();
  return {
    add(id, features) {
      if (features.kind === 'audio') {
        push(audio, features.decodedSha256, id);
        return;
      }
      const at = videos.push({ id, features }) - 1;
      for (const key of new Set(listKeys(readBands(features)))) {
        const members = buckets.get(key);
        if (members === undefined) buckets.set(key, [at]);
        else if (members.length < maxBucketMembers) members.push(at);
      }
    },
    find(features) {
      if (features.kind === 'audio')
        return (audio.get(features.decodedSha256) ?? []).map((id) => ({ id, similarity: 1 }));
      const similar = findCandidates(buckets, readBands(features)).flatMap((at): SimilarRecording<Id>[] => {
        const candidate = videos[at];
        const similarity = candidate && confirmNearDuplicate(candidate.features, features);
        return candidate === undefined || similarity === undefined ? [] : [{ id: candidate.id, similarity }];
      });
      return similar.toSorted((one, other) => other.similarity - one.similarity);
    },
  };
}

/** Recordings of which one stays. */
export interface DuplicateRecordings<Id> {
  readonly kept: Id;
  readonly duplicates: readonly SimilarRecording<Id>[];
}

/**
 * Groups duplicates. The first recording of a group stays, so pass the recordings in the order in which they are to be kept. Each one is
 * compared with kept ones only: chains of small changes form no group, and many copies of one video cost one comparison each.
 */
export function groupDuplicates<Id>(
  recordings: Iterable<{ readonly id: Id; readonly features: RecordingFeatures }>,
): readonly DuplicateRecordings<Id>[] {
  const index = createRecordingIndex<Id>();
  const groups = new Map<Id, SimilarRecording<Id>[]>();
  for (const { id, features } of recordings) {
    const [best] = index.find(features);
    if (best === undefined) index.add(id, features);
    else push(groups, best.id, { id, similarity: best.similarity });
  }
  return Array.from(groups, ([kept, duplicates]) => ({ kept, duplicates }));
}

/** The hashes of the frames as four numbers of 16 bits each; undefined for a flat frame. */
type Bands = readonly (readonly number[] | undefined)[];

function readBands({ frameHashes }: VideoFeatures): Bands {
  return frameHashes.map((hash) =>
    hash === null
      ? undefined
      : Array.from({ length: bandCount }, (_, band) =>
          Number.parseInt(hash.slice(band * 4, band * 4 + 4), 16),
        ),
  );
}

/** The keys of the even frames: a frame next to a copy's frame is as close as the frame itself, or nearly so. */
function* listKeys(bands: Bands): Generator<number> {
  for (let frame = 0; frame < bands.length; frame += 2) {
    for (let band = 0; band < bandCount; band += 1) {
      const value = bands[frame]?.[band];
      if (value !== undefined) yield toKey(frame, band, value);
    }
  }
}

function toKey(frame: number, band: number, value: number): number {
  return (frame * bandCount + band) * bandValues + value;
}

function findCandidates(buckets: ReadonlyMap<number, readonly number[]>, bands: Bands): number[] {
  const hits = new Map<number, number>();
  bands.forEach((hash, frame) => {
    const found = new Set<number>();
    for (const place of [frame - 1, frame, frame + 1]) {
      hash?.forEach((value, band) => {
        for (const at of buckets.get(toKey(place, band, value)) ?? []) found.add(at);
      });
    }
    for (const at of found) hits.set(at, (hits.get(at) ?? 0) + 1);
  });
  return Array.from(hits).flatMap(([at, count]) => (count >= minHits ? [at] : []));
}

function compareFrames(one: Bands, other: Bands): number | undefined {
  const count = Math.min(one.length, other.length);
  let compared = 0;
  let similar = 0;
  for (let frame = 0; frame < count; frame += 1) {
    const hash = one[frame];
    if (hash === undefined && other[frame] === undefined) continue;
    compared += 1;
    if (hash === undefined) continue;
    const near = [frame - 1, frame, frame + 1].flatMap((place) => other[place] ?? []);
    let distance = Infinity;
    for (let at = 0; at < near.length; at += bandCount)
      distance = Math.min(distance, countDifferences(hash, near.slice(at, at + bandCount)));
    if (distance <= maxDistance) similar += 1;
  }
  return compared < minFrames || similar < minShare * compared ? undefined : similar / compared;
}

function countDifferences(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, band) => sum + countBits(value ^ (other[band] ?? 0)), 0);
}

function countBits(value: number): number {
  const pairs = value - ((value >> 1) & 0x5555);
  const nibbles = (pairs & 0x3333) + ((pairs >> 2) & 0x3333);
  return ((((nibbles + (nibbles >> 4)) & 0x0f0f) * 0x0101) >> 8) & 0x1f;
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
