/** An index of 64-bit hashes that finds close pairs without comparing all of them. */
export interface ImageIndex {
  /** Adds the hash of the next image; images are numbered from 0. */
  add(hash: string): void;
  readonly size: number;
  /**
   * Lists each pair of images whose hashes differ in at most {@link maxHashDistance} bits once, as `[smaller, larger]`, grouped by the
   * larger number. The index compares each hash with those in 548 buckets of 4 × 65,536.
   */
  listCandidates(): Generator<readonly [number, number]>;
}

/**
 * Bits in which two hashes may differ. The recall of the bands is 1 up to there: of four bands with 11 differences in sum, one has at
 * most two, and each band is looked up with all changes of up to two bits. Copies of photographs differ in at most 8 bits, as measured.
 */
export const maxHashDistance = 11;
const bandCount = 4;
const bandBits = 16;
const bucketCount = 2 ** bandBits;
const flips = listFlips();

export function createImageIndex(): ImageIndex {
  const bands: number[] = [];
  return {
    add(hash) {
      if (!/^[0-9a-f]{16}$/iu.test(hash)) throw new RangeError('a hash has 16 hexadecimal digits');
      bands.push(...parseHash(hash));
    },
    get size() {
      return bands.length / bandCount;
    },
    listCandidates: () => listPairs(Uint16Array.from(bands)),
  };
}

/** Returns the four bands of a hash. */
export function parseHash(hash: string): readonly number[] {
  return [0, 4, 8, 12].map((at) => Number.parseInt(hash.slice(at, at + 4), 16));
}

/** Builds for each band the lists of the images that have a value of it. */
export function createBandTables(hashes: Uint16Array) {
  return Array.from({ length: bandCount }, (_, band) => {
    const { starts, members } = buildTable(hashes, band);
    return {
      list: (bucket: number): Uint32Array => members.subarray(starts[bucket] ?? 0, starts[bucket + 1] ?? 0),
    };
  });
}

function* listPairs(hashes: Uint16Array): Generator<readonly [number, number]> {
  const count = hashes.length / bandCount;
  const tables = Array.from({ length: bandCount }, (_, band) => buildTable(hashes, band));
  // The last image that met this one in a bucket; several bands have the same pair.
  const metBy = new Int32Array(count).fill(-1);
  for (let image = 0; image < count; image += 1) {
    for (const other of findClose({ hashes, tables, metBy }, image)) yield [other, image];
  }
}

interface Bands {
  readonly hashes: Uint16Array;
  readonly tables: readonly BandTable[];
  readonly metBy: Int32Array;
}

/** Lists the images before an image whose hashes are close. */
function findClose(bands: Bands, image: number): readonly number[] {
  const close: number[] = [];
  for (let band = 0; band < bandCount; band += 1) {
    const bits = bands.hashes[image * bandCount + band] ?? 0;
    for (const flip of flips) searchBucket(bands, { band, bucket: bits ^ flip, image }, close);
  }
  return close;
}

function searchBucket(
  { hashes, tables, metBy }: Bands,
  { band, bucket, image }: { readonly band: number; readonly bucket: number; readonly image: number },
  close: number[],
): void {
  const table = tables[band];
  const end = table?.starts[bucket + 1] ?? 0;
  for (let at = table?.starts[bucket] ?? 0; at < end; at += 1) {
    const other = table?.members[at] ?? 0;
    // Members of a bucket are in ascending order.
    if (other >= image) return;
    if (metBy[other] === image) continue;
    metBy[other] = image;
    if (countDifferences([hashes, image], [hashes, other]) <= maxHashDistance) close.push(other);
  }
}

interface BandTable {
  /** For each value of the band, the place of its first member. */
  readonly starts: Uint32Array;
  readonly members: Uint32Array;
}

function buildTable(hashes: Uint16Array, band: number): BandTable {
  const count = hashes.length / bandCount;
  const starts = new Uint32Array(bucketCount + 1);
  const readBand = (image: number): number => hashes[image * bandCount + band] ?? 0;
  for (let image = 0; image < count; image += 1)
    starts[readBand(image) + 1] = (starts[readBand(image) + 1] ?? 0) + 1;
  for (let bucket = 0; bucket < bucketCount; bucket += 1)
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
  const next = starts.slice();
  const members = new Uint32Array(count);
  for (let image = 0; image < count; image += 1) {
    const place = next[readBand(image)] ?? 0;
    members[place] = image;
    next[readBand(image)] = place + 1;
  }
  return { starts, members };
}

/** All changes of at most two of 16 bits: 1 + 16 + 120. */
function listFlips(): Uint16Array {
  const single = Array.from({ length: bandBits }, (_, bit) => 1 << bit);
  const double = single.flatMap((one, at) => single.slice(at + 1).map((other) => one | other));
  return Uint16Array.from([0, ...single, ...double]);
}

/** A hash by its number in a list of the bands of many. */
type ListedHash = readonly [hashes: Uint16Array, number: number];

/** Counts the bits in which two hashes differ. */
export function countDifferences([hashes, one]: ListedHash, [others, other]: ListedHash): number {
  let count = 0;
  for (let band = 0; band < bandCount; band += 1)
    count += countBits((hashes[one * bandCount + band] ?? 0) ^ (others[other * bandCount + band] ?? 0));
  return count;
}

function countBits(value: number): number {
  const pairs = value - ((value >> 1) & 0x5555);
  const nibbles = (pairs & 0x3333) + ((pairs >> 2) & 0x3333);
  return ((((nibbles + (nibbles >> 4)) & 0x0f0f) * 0x0101) >> 8) & 0x1f;
}
