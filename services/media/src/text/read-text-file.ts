import { createReadStream } from 'node:fs';
import { readHead } from '../decode/read-image-header.ts';
import { UndecodableError } from '../decode/undecodable-error.ts';
import { detectText } from '../sniff/detect-text.ts';
import { readTextFacts } from './text-facts.ts';
import type { TextFacts } from './text-facts.ts';

/** What is known of a plain text file. */
export interface TextFileFacts extends TextFacts {
  /** As the Encoding Standard names it, such as `utf-8`. */
  readonly encoding: string;
}

/** UTF-8 that is damaged in some places is still UTF-8: broken characters for one that is whole. */
const maxBrokenShare = 0.05;

/**
 * Reads a plain text file of any size in constant memory, once; twice where its head looks like UTF-8 and the rest does not.
 * @throws UndecodableError when its head is no text
 */
export async function readTextFile(path: string): Promise<TextFileFacts> {
  const encoding = detectText(await readHead(path));
  if (encoding === undefined)
    throw new UndecodableError('the file could not be decoded: it is not plain text');
  const read = await readAs(path, encoding);
  if (encoding !== 'utf-8' || !read.isDamaged) return { ...read.facts, encoding };
  return { ...(await readAs(path, 'windows-1252')).facts, encoding: 'windows-1252' };
}

async function readAs(
  path: string,
  encoding: string,
): Promise<{ readonly facts: TextFacts; readonly isDamaged: boolean }> {
  const reader = readTextFacts();
  const decoder = encoding === 'windows-1252' ? windows1252 : new TextDecoder(encoding);
  let whole = 0;
  let broken = 0;
  const add = (piece: string): void => {
    reader.add(piece);
    const replaced = count(piece, /\ufffd/g);
    broken += replaced;
    whole += count(piece, /[^\0-\x7f]/gu) - replaced;
  };
  for await (const bytes of createReadStream(path)) add(decoder.decode(bytes as Buffer, { stream: true }));
  // A character cut off at the end does not speak against the encoding.
  reader.add(decoder.decode());
  return { facts: reader.facts(), isDamaged: broken > whole * maxBrokenShare };
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const upperControls = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index),
);

/** Decodes as the one of the platform does, which needs 20 s for 100 MB. */
const windows1252 = {
  decode: (bytes?: Buffer, _options?: { readonly stream?: boolean }): string =>
    (bytes?.toString('latin1') ?? '').replace(/[\x80-\x9f]/g, (character) =>
      upperControls.charAt(character.charCodeAt(0) - 0x80),
    ),
};
