/** Permutations of a signature. The standard error of an estimate is at most 1 / (2 · √128) = 0.044. */
export const signatureSize = 128;

const golden = 0x9e3779b1;
/** One seed a permutation, the same in every process and release. */
const seeds = Uint32Array.from({ length: signatureSize }, (_, index) => mix(Math.imul(index + 1, golden)));

/** Returns the signature of a set without members. */
export function createSignature(): Uint32Array {
  return new Uint32Array(signatureSize).fill(0xffffffff);
}

/** Adds a member to the set that a signature describes, by its hash (Broder 1997). */
export function addMember(signature: Uint32Array, hash: number): void {
  for (let index = 0; index < signatureSize; index += 1) {
    const value = mix(hash ^ (seeds[index] ?? 0));
    if (value < (signature[index] ?? 0)) signature[index] = value;
  }
}

const fnvOffset = 0x811c9dc5;

/** Returns a 32-bit hash of a word (FNV-1a over UTF-16 units, then mixed). Another offset gives an independent hash. */
export function hashWord(word: string, offset: number = fnvOffset): number {
  let hash = offset;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return mix(hash);
}

/** Returns a 32-bit hash of a sequence of hashes, which depends on their order. */
export function hashSequence(hashes: readonly number[]): number {
  let hash = hashes.length;
  for (const one of hashes) hash = Math.imul((hash << 5) ^ (hash >>> 27) ^ one, golden);
  return mix(hash);
}

/** Estimates the Jaccard similarity of two sets, from 0 to 1. */
export function estimateJaccard(one: Uint32Array, other: Uint32Array): number {
  let equal = 0;
  for (let index = 0; index < signatureSize; index += 1) if (one[index] === other[index]) equal += 1;
  return equal / signatureSize;
}

export function encodeSignature(signature: Uint32Array): string {
  const bytes = Buffer.alloc(signatureSize * 4);
  signature.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return bytes.toString('base64');
}

export function decodeSignature(encoded: string): Uint32Array {
  const bytes = Buffer.from(encoded, 'base64');
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) => bytes.readUInt32LE(index * 4));
}

/** The finalizer of MurmurHash3, a bijection of 32-bit integers that spreads every bit. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
