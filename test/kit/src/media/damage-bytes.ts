import type { SeededRandom } from '../seeded-random.ts';

/** The headers of most formats are in these bytes. */
const headBytes = 512;
const maxFlips = 20;

/** Returns a copy with up to twenty flipped bits, half of them in the first bytes. One copy in eight is also truncated. */
export function damageBytes(random: SeededRandom, content: Uint8Array): Buffer {
  const copy = Buffer.from(content);
  const flips = 1 + random.below(maxFlips);
  for (let flip = 0; flip < flips; flip += 1) {
    const position = random.below(flip % 2 === 0 ? Math.min(headBytes, copy.length) : copy.length);
    copy[position] = (copy[position] ?? 0) ^ (1 << random.below(8));
  }
  return random.below(8) === 0 ? copy.subarray(0, 1 + random.below(copy.length)) : copy;
}
