import { createHash } from 'node:crypto';
import { readWholeText } from '../reading/read-whole.ts';
import type { WholeInput } from '../text-jobs.ts';
import { haveSameContent, listTokens } from './compare-content.ts';

/** Longer texts are copies only if all their words are the same, in UTF-16 units: their words are not held in memory. */
const maxComparedLength = 2 ** 21;

interface ReadText {
  /** The SHA-256 of the words, in lower case. */
  readonly words: string;
  /** Undefined for a text that is too long. */
  readonly text: string | undefined;
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
  if (a.text === undefined || b.text === undefined) return a.words === b.words;
  return haveSameContent(a.text, b.text);
}

async function readText(input: WholeInput): Promise<ReadText> {
  const hash = createHash('sha256');
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of readWholeText(input)) {
    length += piece.length;
    for (const found of listTokens(piece)) hash.update(`${found.toLowerCase()} `);
    if (length <= maxComparedLength) pieces.push(piece);
  }
  const text = length <= maxComparedLength ? pieces.join('') : undefined;
  return { words: hash.digest('hex'), text };
}
