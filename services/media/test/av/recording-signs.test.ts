import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecordingSigns } from '../../src/container/recording-signs.ts';
import { movieOf } from '../build-movie.ts';
import { chunk, mp3Of, wavOf } from '../build-sound.ts';

const collection = resolve(import.meta.dirname, '../../../../../shared/media/av');
const types: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.flac': 'audio/flac',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
};
const graph = '{"3":{"class_type":"KSampler","inputs":{"seed":1}}}';
const workflow = '{"last_node_id":9,"nodes":[{"id":1}],"links":[]}';
const item = (name: string, text: string): Buffer => movieOf({ items: { [name]: text } });
const info = (name: string, text: string): Buffer =>
  Buffer.concat([
    wavOf({ seconds: 0.1 }),
    chunk('LIST', Buffer.concat([Buffer.from('INFO'), chunk(name, Buffer.from(text))])),
  ]);
/** A FLAC file of nothing but one Vorbis comment. */
function flacOf(comment: string): Buffer {
  const counted = (text: string): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(Buffer.byteLength(text));
    return Buffer.concat([length, Buffer.from(text)]);
  };
  const body = Buffer.concat([counted('libFLAC'), Buffer.from([1, 0, 0, 0]), counted(comment)]);
  const head = Buffer.from([0x84, 0, body.length >> 8, body.length & 255]);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0, 0, 0, 34]), Buffer.alloc(34), head, body]);
}

describe('readRecordingSigns', () => {
  it.each([
    [
      'a workflow in the comment of an MP4',
      'video/mp4',
      item('©cmt', JSON.stringify({ prompt: graph, workflow })),
      'ComfyUI',
      'recipe',
    ],
    [
      'a long graph in the comment',
      'video/mp4',
      item('©cmt', graph.replace('1}', `1,"text":"${'x'.repeat(5_000)}"}`)),
      'ComfyUI',
      'recipe',
    ],
    ['a prompt in a Vorbis comment', 'audio/flac', flacOf(`PROMPT=${graph}`), 'ComfyUI', 'recipe'],
    ['a statement in a comment', 'audio/wav', info('ICMT', 'made with suno; id=1'), 'suno', 'name'],
    ['a generator as the software of a WAV', 'audio/wav', info('ISFT', 'ElevenLabs'), 'ElevenLabs', 'name'],
    [
      'a generator as the encoder of an MP3',
      'audio/mpeg',
      mp3Of(0.2, { TSSE: 'MusicGen 1.0' }),
      'MusicGen',
      'name',
    ],
  ] as const)('recognizes %s', async (...[, mimeType, bytes, generator, kind]) => {
    expect(await readRecordingSigns(bytes, mimeType)).toMatchObject([{ generator, kind }]);
  });

  it.each([
    [
      'an artist who is called as a generator is',
      'audio/mpeg',
      mp3Of(0.2, { TPE1: 'Suno', TIT2: 'Made without Udio' }),
    ],
    ['a comment that tells of one', 'audio/wav', info('ICMT', 'This was not made with suno')],
    ['an encoder', 'video/mp4', item('©too', 'Lavf58.29.100')],
    ['what is no recording', 'audio/mpeg', Buffer.from('made with suno')],
  ] as const)('finds nothing in %s', async (...[, mimeType, bytes]) => {
    expect(await readRecordingSigns(bytes, mimeType)).toEqual([]);
  });

  it.skipIf(!existsSync(collection))('finds nothing in recordings and videos of the collection', async () => {
    for (const name of readdirSync(collection)) {
      const bytes = readFileSync(resolve(collection, name));
      expect([name, await readRecordingSigns(bytes, types[extname(name)] ?? '')]).toEqual([name, []]);
    }
  });
});
