import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { readHead } from '../sniff/read-head.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';
import { detectText, findTextEnd } from '../sniff/detect-text.ts';
import { createDamageCounter } from './damage-counter.ts';
import { guessEncoding } from './guess-encoding.ts';
import { textDecoder } from './text-decoder.ts';
import { readTextFacts } from './text-facts.ts';
import type { TextFacts } from './text-facts.ts';

/** What is known of a plain text file; only its encoding being unknown leaves out the rest. */
export interface TextFileFacts extends Partial<TextFacts> {
  /** As the Encoding Standard names it, such as `utf-8`; null when it cannot be told. */
  readonly encoding: string | null;
  /** How sure that is, from 0 to 1: 1 where the bytes show it; null where nothing speaks for it but that it is common. */
  readonly encodingConfidence: number | null;
}

/** Enough for a guess. */
const sampleBytes = 32_768;

/**
 * Reads a plain text file of any size in constant memory: once, or twice where its encoding has to be guessed.
 * @throws UndecodableError when its head is no text
 */
export async function readTextFile(path: string): Promise<TextFileFacts> {
  const form = detectText(await readHead(path));
  if (form === undefined) throw new UndecodableError('the file could not be decoded: it is not plain text');
  if (form !== 'legacy') {
    const read = await readAs(path, form);
    // Only the head was looked at: what follows ASCII may be of any encoding.
    if (form !== 'utf-8' || !read.isMisread) return { ...read.facts, encoding: form, encodingConfidence: 1 };
  }
  const guess = guessEncoding(await readSample(path));
  if (guess === undefined) return { language: null, encoding: null, encodingConfidence: null };
  const { facts } = await readAs(path, guess.encoding);
  return { ...facts, encoding: guess.encoding, encodingConfidence: guess.confidence };
}

async function readAs(
  path: string,
  encoding: string,
): Promise<{ readonly facts: TextFacts; readonly isMisread: boolean }> {
  const reader = readTextFacts();
  const decoder = textDecoder(encoding);
  const damage = createDamageCounter();
  const add = (piece: string): void => {
    reader.add(piece);
    damage.add(piece);
  };
  for await (const bytes of createReadStream(path, { end: (await findEnd(path)) - 1 }))
    add(decoder.decode(bytes as Buffer));
  // A character cut off at the end does not speak against the encoding.
  reader.add(decoder.decode());
  return { facts: reader.facts(), isMisread: damage.isMisread() };
}

const tailBytes = 4_096;

/** Returns where the text of a file ends, without the Ctrl-Z and the padding that DOS wrote behind it. */
async function findEnd(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const tail = new Uint8Array(Math.min(size, tailBytes));
    await file.read(tail, 0, tail.byteLength, size - tail.byteLength);
    return size - tail.byteLength + findTextEnd(tail);
  } finally {
    await file.close();
  }
}

/** Bytes from the first one that is not ASCII on, with some before it. */
async function readSample(path: string): Promise<Buffer> {
  const before = 64;
  let sample: Buffer = Buffer.alloc(0);
  let isFound = false;
  for await (const chunk of createReadStream(path)) {
    const bytes: Buffer = Buffer.concat([sample, chunk as Buffer]);
    const first: number = isFound ? 0 : bytes.findIndex((byte) => byte >= 0x80);
    isFound ||= first >= 0;
    sample = bytes.subarray(isFound ? Math.max(0, first - before) : -before);
    if (isFound && sample.length >= sampleBytes) break;
  }
  return sample.subarray(0, sampleBytes);
}
