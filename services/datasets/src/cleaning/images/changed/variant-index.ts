import { countDifferences, createBandTables, parseHash } from '../image-index.ts';
import { hashBytes } from './hash-windows.ts';

/** Bits in which the hash of a window may differ from that of an image that is found: of four bands, one differs in at most one. */
const maxDistance = 7;
const bands = 4;
const digitsPerHash = 2 * hashBytes;

/** Images with their hash and those of their windows. */
interface IndexedImage {
  readonly hash: string;
  /** Hashes in hexadecimal, one after the other. */
  readonly variants: string;
}

/**
 * Lists each pair of images of which one may be a changed copy of the other: the hash of a window of one is close to that of the other.
 * A hash is compared with those in 68 buckets of 4 × 65,536. A pair may be listed several times.
 */
export function* listVariantPairs(images: readonly IndexedImage[]): Generator<readonly [number, number]> {
  const hashes = Uint16Array.from(images.flatMap(({ hash }) => parseHash(hash)));
  const tables = createBandTables(hashes);
  for (const [image, { variants }] of images.entries()) {
    for (let at = 0; at < variants.length; at += digitsPerHash) {
      const variant = Uint16Array.from(parseHash(variants.slice(at, at + digitsPerHash)));
      for (let band = 0; band < bands; band += 1) {
        const bits = variant[band] ?? 0;
        for (const flip of flips)
          for (const other of tables[band]?.list(bits ^ flip) ?? [])
            if (other !== image && countDifferences([variant, 0], [hashes, other]) <= maxDistance)
              yield [image, other];
      }
    }
  }
}

/** No change, and that of each single bit of a band. */
const flips: readonly number[] = [0, ...Array.from({ length: 16 }, (_, bit) => 1 << bit)];
