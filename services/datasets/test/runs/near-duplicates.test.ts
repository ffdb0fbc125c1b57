import { readFile } from 'node:fs/promises';
import { detectConfinement, isConfined } from '@assay/media/isolate/confinement';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import type { NamedBytes } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startDatasetPlatform } from '../dataset-platform.ts';
import type { DatasetPlatform } from '../dataset-platform.ts';
import { awaitRun, runsPath } from './run-body.ts';
import type { RunBody } from './run-body.ts';

const hasFfmpeg = inject('servers').ffmpegPath !== undefined && isConfined(await detectConfinement());
const videos = ['av/uuid540.mp4', 'av/xmp480qt.mov'].map(findSharedMedia);
let on: DatasetPlatform;

beforeAll(async () => {
  on = await startDatasetPlatform();
});

afterAll(() => on.stop());

/** Stores the files in a project, and reports the names of the near-duplicates of the first one. */
async function findNear(files: readonly NamedBytes[]): Promise<readonly string[]> {
  const { rest } = on;
  const { id: projectId } = (await rest.post('/v2/projects', { name: 'Duplicates' })).body;
  const names = new Map<string, string>();
  for (const file of files) names.set((await rest.upload(projectId, file)).body.id, file.name);
  for (const fileId of names.keys()) await awaitEnrichment(rest, fileId);
  const [targetId] = names.keys();
  const { body } = await rest.post(runsPath, { targetType: 'project_file', targetId, mode: 'dedup' });
  const { status, items } = await awaitRun(rest, (body as RunBody).id);
  expect([status, items[0]?.error]).toEqual(['completed', null]);
  const found = items[0]?.result?.['duplicates'] as { fileId: string; kind: string; score: number }[];
  for (const { kind, score } of found) expect([kind, score > 0.7 && score <= 1]).toEqual(['near', true]);
  return found.map(({ fileId }) => names.get(fileId) ?? '');
}

const text = (name: string, content: string): NamedBytes => ({
  name,
  type: 'text/plain',
  bytes: Buffer.from(content),
});

describe('a run that looks for duplicates of a file of a project', () => {
  it('reports texts that share most of their sequences of words', async () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${((index * 7919) % 1009).toString()}`);
    const changed = words.with(200, 'another');
    const found = await findNear([
      text('a.txt', words.join(' ')),
      text('changed.txt', `${changed.join(' ')}\n`),
      text('reversed.txt', words.toReversed().join(' ')),
      text('half.txt', words.slice(0, 200).join(' ')),
    ]);
    expect(found).toEqual(['changed.txt']);
  });

  it.skipIf(!hasFfmpeg)('reports audio with the same samples (needs FFmpeg)', async () => {
    const tone = writeTone(440);
    const found = await findNear([
      { name: 'a.wav', bytes: tone, type: 'audio/wav' },
      { name: 'tagged.wav', bytes: addTitle(tone), type: 'audio/wav' },
      { name: 'other.wav', bytes: writeTone(550), type: 'audio/wav' },
    ]);
    expect(found).toEqual(['tagged.wav']);
  });

  it.skipIf(!hasFfmpeg || videos.includes(undefined))(
    'reports videos with the same frames (needs FFmpeg and the media collection)',
    async () => {
      const [one, other] = await Promise.all(videos.map((path = '') => readFile(path)));
      const video = (name: string, bytes: Buffer = Buffer.alloc(0)) => ({ name, bytes, type: 'video/mp4' });
      expect(await findNear([video('a.mp4', one), video('b.mov', other)])).toEqual(['b.mov']);
    },
  );
});

/** Writes two seconds of a sine as WAV: 16 bits, one channel, 8 kHz. */
function writeTone(hertz: number): Buffer {
  const rate = 8_000;
  const samples = Buffer.alloc(2 * 2 * rate);
  for (let index = 0; index < samples.length / 2; index += 1)
    samples.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * hertz * index) / rate)), 2 * index);
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(2 * rate, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', samples)]));
}

/** Adds a title to a WAV file. The samples stay. */
function addTitle(wav: Buffer): Buffer {
  const title = chunk('LIST', Buffer.concat([Buffer.from('INFO'), chunk('INAM', Buffer.from('A tone\0\0'))]));
  return chunk('RIFF', Buffer.concat([wav.subarray(8), title]));
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}
