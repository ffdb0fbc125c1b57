const offset = 2_166_136_261;
const prime = 16_777_619;

/**
 * Returns the score of a node for a key, 0 to 2^32 - 1. All processes that know the same nodes choose the same node, the one with the
 * highest score; when a node is removed, only its keys move (rendezvous hashing). FNV-1a with the finalizer of MurmurHash3.
 */
export function rendezvousScore(key: string, node: string): number {
  let hash = continueHash(continueHash(offset, key), node);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function continueHash(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash;
}
