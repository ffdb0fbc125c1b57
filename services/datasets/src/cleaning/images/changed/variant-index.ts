import { countDifferences, createBandTables, parseHash } from '../similar/image-index.ts';
import { hashBytes } from './hash-windows.ts';

/** Bits in which the hash of a window may differ from that of an image that is found: of four bands, one differs in at most one. */
const maxDistance = 7;
const digitsPerHash = 2 * hashBytes;

/** Images with their hash and those of their windows. */
interface IndexedImage {
  readonly hash: string;
  /** Hashes in hexadecimal, one after the other. */
  readonly variants: string;
}

/**
 * Lists each pair of images of which one may be a changed copy of the other: the hash of a window of one is close to that of the other.
 * A hash is compared with those in 68 buckets of 4 × 65,536. A pair may be listed twice.
 */
export function* listVariantPairs(images: readonly IndexedImage[]): Generator<readonly [number, number]> {
  const hashes = Uint16Array.from(images.flatMap(({ hash }) => parseHash(hash)));
  const tables = createBandTables(hashes);
  for (const [image, { variants }] of images.entries()) {
    const close = listHashes(variants).flatMap((variant) => listClose({ hashes, tables }, variant));
    for (const other of new Set(close)) if (other !== image) yield [image, other];
  }
}

function listHashes(variants: string): readonly Uint16Array[] {
  return Array.from({ length: variants.length / digitsPerHash }, (_, at) =>
    Uint16Array.from(parseHash(variants.slice(at * digitsPerHash, (at + 1) * digitsPerHash))),
  );
}

interface Tables {
  readonly hashes: Uint16Array;
  readonly tables: ReturnType<typeof createBandTables>;
}

/** Lists the images whose hashes are close to one hash. */
function listClose({ hashes, tables }: Tables, variant: Uint16Array): readonly number[] {
  const buckets = tables.flatMap((table, band) =>
    flips.map((flip) => table.list((variant[band] ?? 0) ^ flip)),
  );
  return buckets.flatMap((bucket) =>
    Array.from(bucket).filter((other) => countDifferences([variant, 0], [hashes, other]) <= maxDistance),
  );
}

/** No change, and that of each single bit of a band. */
const flips: readonly number[] = [0, ...Array.from({ length: 16 }, (_, bit) => 1 << bit)];
