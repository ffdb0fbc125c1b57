import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { damageBytes } from '@assay/test-kit/media/damage-bytes';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findDecoder } from '../../src/decoder/find-decoder.ts';
import { createAvReader } from '../../src/enrich/av-reader.ts';
import type { AvReader } from '../../src/enrich/av-reader.ts';
import { detectConfinement } from '../../src/isolate/confinement.ts';
import { mp3Of, wavOf } from '../build-sound.ts';
import { aviOf } from '../build-video.ts';
import { hasSharedMedia, sharedFiles } from '../shared-media.ts';
import { maxRssBytes, startHostileReading, timed } from './reading.ts';
import type { HostileReading, Outcome } from './reading.ts';

const { ffmpegPath } = inject('servers');
const never = new AbortController().signal;
const seed = 20_261_124;
/** Damaged copies of each file. `npm run faults -- hostile` sends 2,000 through the public API. */
const madeCopies = 5;
const realCopies = 2;
const verdicts = ['memory', 'timeout', 'crashed', 'unavailable'];
const types: Readonly<Record<string, string>> = {
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.flac': 'audio/flac',
  '.mov': 'video/quicktime',
  '.avi': 'video/x-msvideo',
};
let reading: HostileReading;

beforeAll(async () => {
  reading = await startHostileReading();
});
afterAll(() => reading.close());

/** Takes the file for what it is called, and for a video besides. */
async function readEveryWay(reader: AvReader, path: string): Promise<readonly Outcome[]> {
  const mimeType = types[extname(path)] ?? 'video/mp4';
  const isSound = mimeType.startsWith('audio');
  const input = { path, mimeType };
  const name = basename(path);
  return [
    await timed(name, () => (isSound ? reader.readAudio(input, never) : reader.readVideo(input, never))),
    await timed(`poster of ${name}`, () => reader.makePoster(path, 10, never)),
  ];
}

async function readAll(reader: AvReader, paths: readonly string[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const path of paths) outcomes.push(...(await readEveryWay(reader, path)));
  return outcomes;
}

/** Paths of damaged copies. */
async function copies(name: string, content: Uint8Array, count: number): Promise<readonly string[]> {
  const random = createRandom(seed + content.length);
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      reading.put(`${index.toString()}-${name}`, damageBytes(random, content)),
    ),
  );
}

describe.each([
  ['WebAssembly', undefined],
  ['FFmpeg, where it is found', ffmpegPath],
])('with %s', (decoderName, configuredPath) => {
  let reader: AvReader;
  beforeAll(async () => {
    const choice = { configuredPath, searchPath: '', mayRunUnconfined: false };
    const { decoder } = await findDecoder(reading.pool, await detectConfinement(), choice);
    reader = createAvReader({ pool: reading.pool, decoder, timeoutMs: 20_000, maxRssBytes });
  });

  it('damaged sound and video ends with a result or a reason, in time and within memory', async () => {
    const made = await Promise.all([
      copies('a.wav', wavOf({ seconds: 0.5 }), madeCopies),
      copies('a.mp3', mp3Of(1, { TIT2: 'a' }), madeCopies),
      copies('a.avi', await aviOf(1), madeCopies),
    ]);
    expect(
      reading.unlawful(`damaged, with ${decoderName}`, await readAll(reader, made.flat()), verdicts),
    ).toEqual([]);
  });

  // A child for each of more than a hundred readings: on a machine that does much else they take minutes together.
  it.skipIf(!hasSharedMedia)(
    'so do the hostile and the damaged real ones (needs the media collection)',
    { timeout: 600_000 },
    async () => {
      const hostile = sharedFiles('hostile').filter((path) => /\.(?:mp4|mp3|wav|avif)$/u.test(path));
      const real = sharedFiles('av').filter((_, index) => index % 3 === 0);
      const made = await Promise.all(
        real.map(async (path) => copies(basename(path), await readFile(path), realCopies)),
      );
      const outcomes = await readAll(reader, [...hostile, ...made.flat()]);
      expect(reading.unlawful(`hostile and damaged, with ${decoderName}`, outcomes, verdicts)).toEqual([]);
    },
  );
});
