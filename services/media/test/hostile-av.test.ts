import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findDecoder } from '../src/decoder/find-decoder.ts';
import { createAvReader } from '../src/enrich/av-reader.ts';
import type { AvReader } from '../src/enrich/av-reader.ts';
import { createEnrichmentPool } from '../src/enrich/enrichment-pool.ts';
import { detectConfinement } from '../src/isolate/confinement.ts';
import { residentBytes } from '../src/isolate/resident-memory.ts';
import { mp3Of, wavOf } from './build-sound.ts';
import { aviOf } from './build-video.ts';
import { hasSharedMedia, sharedFiles } from './shared-media.ts';

const { ffmpegPath } = inject('servers');
const maxRssBytes = 512 * 2 ** 20;
const maxFileMs = 30_000;
const never = new AbortController().signal;
const pool = createEnrichmentPool({ maxRssBytes });
const verdicts = ['ok', 'undecodable', 'memory', 'timeout', 'crashed', 'unavailable'];
let folder: string;
let peakBytes = 0;

/** Children of this process, those of FFmpeg among them; some of them are gone before they are looked at. */
async function children(): Promise<number[]> {
  const list = await readFile(`/proc/self/task/${process.pid}/children`, 'latin1').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}
const watch = setInterval(() => {
  void children().then(async (pids) => {
    const bytes = await Promise.all(pids.map(residentBytes));
    peakBytes = Math.max(peakBytes, ...bytes.map((each = 0) => each));
  });
}, 50);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-hostile-'));
});
afterAll(async () => {
  clearInterval(watch);
  await pool.close();
  await rm(folder, { recursive: true });
});

interface Outcome {
  readonly name: string;
  readonly codes: readonly string[];
  readonly milliseconds: number;
}

const types: Readonly<Record<string, string>> = {
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.flac': 'audio/flac',
  '.mov': 'video/quicktime',
  '.avi': 'video/x-msvideo',
};

/** Takes the file for what it is called, and for a video besides. */
async function readEveryWay(reader: AvReader, path: string): Promise<Outcome> {
  const started = performance.now();
  const mimeType = types[extname(path)] ?? 'video/mp4';
  const input = { path, mimeType };
  const isSound = mimeType.startsWith('audio');
  const read = await (isSound ? reader.readAudio(input, never) : reader.readVideo(input, never));
  const milliseconds = performance.now() - started;
  const poster = await reader.makePoster(path, 10, never);
  return {
    name: basename(path),
    codes: [read, poster].map((each) => (each.ok ? 'ok' : each.code)),
    milliseconds,
  };
}

/** A generator of the same numbers every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const once = Math.imul(state ^ (state >>> 15), 1 | state);
    const twice = (once + Math.imul(once ^ (once >>> 7), 61 | once)) ^ once;
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Copies with a few bits turned, more of them at the beginning, where headers are, and some cut short. */
async function damaged(name: string, content: Buffer, count: number): Promise<string[]> {
  const random = seeded(content.length);
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const copy = Buffer.from(content);
    for (let flip = 0; flip < 8; flip += 1) {
      const within = flip % 2 === 0 ? Math.min(512, copy.length) : copy.length;
      const position = Math.floor(random() * within);
      copy[position] = (copy[position] ?? 0) ^ (1 << Math.floor(random() * 8));
    }
    const path = join(folder, `${String(index)}-${name}`);
    await writeFile(path, index % 4 === 0 ? copy.subarray(0, Math.floor(random() * copy.length)) : copy);
    paths.push(path);
  }
  return paths;
}

/** What went wrong, and how long the slowest took. */
async function readAll(
  reader: AvReader,
  paths: readonly string[],
): Promise<{ readonly wrong: readonly Outcome[]; readonly slowestMs: number }> {
  const outcomes: Outcome[] = [];
  for (const path of paths) outcomes.push(await readEveryWay(reader, path));
  const slowest = outcomes.toSorted((a, b) => b.milliseconds - a.milliseconds)[0];
  const counts = Object.entries(Object.groupBy(outcomes, ({ codes }) => codes.join('/')));
  console.info(
    `${outcomes.length} files:`,
    counts.map(([code, group]) => `${code} ${String(group?.length)}`).join(', '),
    `slowest ${String(slowest?.milliseconds.toFixed(0))} ms (${String(slowest?.name)})`,
    `peak ${Math.round(peakBytes / 2 ** 20)} MB a child`,
  );
  const wrong = outcomes.filter(({ codes }) => codes.some((code) => !verdicts.includes(code)));
  return { wrong, slowestMs: slowest?.milliseconds ?? 0 };
}

describe.each([
  ['WebAssembly', undefined],
  ['FFmpeg, where it is found', ffmpegPath],
])('with %s', (_, configuredPath) => {
  let reader: AvReader;
  beforeAll(async () => {
    const choice = { configuredPath, searchPath: '', mayRunUnconfined: false, maxRssBytes };
    const { decoder } = await findDecoder(pool, await detectConfinement(), choice);
    reader = createAvReader({ pool, decoder, timeoutMs: 20_000 });
  });

  it('damaged sound and video ends with a result or a reason, in time and within memory', async () => {
    const avi = await aviOf(1);
    const sources: readonly (readonly [string, Buffer])[] = [
      ['a.wav', wavOf({ seconds: 0.5 })],
      ['a.mp3', mp3Of(1, { TIT2: 'a' })],
      ['a.avi', avi],
    ];
    const paths = await Promise.all(sources.map(([name, content]) => damaged(name, content, 20)));
    const { wrong, slowestMs } = await readAll(reader, paths.flat());
    expect(wrong).toEqual([]);
    expect(slowestMs).toBeLessThan(maxFileMs);
    expect(peakBytes).toBeLessThan(maxRssBytes);
  });

  it.skipIf(!hasSharedMedia)(
    'so do the hostile and the damaged real ones (needs the media collection)',
    async () => {
      const hostile = sharedFiles('hostile').filter((path) => /\.(?:mp4|mp3|wav|avif)$/u.test(path));
      const real = sharedFiles('av').filter((_, index) => index % 3 === 0);
      const copies = await Promise.all(
        real.map(async (path) => damaged(basename(path), await readFile(path), 4)),
      );
      const { wrong, slowestMs } = await readAll(reader, [...hostile, ...copies.flat()]);
      expect(wrong).toEqual([]);
      expect(slowestMs).toBeLessThan(maxFileMs);
      expect(peakBytes).toBeLessThan(maxRssBytes);
    },
  );
});
