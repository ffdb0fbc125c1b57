import { createHash } from 'node:crypto';
import { readWholeText } from './reading/read-whole.ts';
import type { WholeInput } from './text-jobs.ts';
import { haveSameContent, listTokens } from './similarity/compare-content.ts';

/** Longer texts are copies only if all their words are the same, in UTF-16 units: their words are not held in memory. */
const maxComparedLength = 2 ** 21;

interface ReadText {
  /** The pieces of the text; undefined for a text that is too long. */
  readonly pieces: readonly string[] | undefined;
  /** Returns the SHA-256 of the words, in lower case. */
  readonly digestWords: () => string;
}

/**
 * Confirms that two texts or documents, which share most sequences of words, have the same content.
 * @throws UndecodableError
 */
export async function confirmTexts({
  paths: [one, other],
  types: [typeOfOne, typeOfOther],
}: {
  readonly paths: readonly [string, string];
  readonly types: readonly [string, string];
}): Promise<boolean> {
  const a = await readText({ path: one, type: typeOfOne });
  const b = await readText({ path: other, type: typeOfOther });
  if (a.pieces === undefined || b.pieces === undefined) return a.digestWords() === b.digestWords();
  return haveSameContent(a.pieces.join(''), b.pieces.join(''));
}

/** Reads a text. The words of a long one are hashed as they are read; those of others only if they are needed. */
async function readText(input: WholeInput): Promise<ReadText> {
  const words = createWordHash();
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of readWholeText(input)) {
    length += piece.length;
    pieces.push(piece);
    if (length > maxComparedLength) words.add(pieces.splice(0));
  }
  if (length > maxComparedLength) return { pieces: undefined, digestWords: () => words.digest() };
  return { pieces, digestWords: () => createWordHash().add(pieces).digest() };
}

function createWordHash() {
  const hash = createHash('sha256');
  return {
    add(pieces: readonly string[]) {
      for (const piece of pieces)
        for (const found of listTokens(piece)) hash.update(`${found.toLowerCase()} `);
      return this;
    },
    digest: () => hash.digest('hex'),
  };
}
