import { createReadStream } from 'node:fs';
import { readHead } from '../decode/read-image-header.ts';
import { UndecodableError } from '../decode/undecodable-error.ts';
import { detectText } from '../sniff/detect-text.ts';
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
  for await (const bytes of createReadStream(path)) add(decoder.decode(bytes as Buffer));
  // A character cut off at the end does not speak against the encoding.
  reader.add(decoder.decode());
  return { facts: reader.facts(), isMisread: damage.isMisread() };
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
