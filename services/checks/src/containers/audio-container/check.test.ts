import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunk, mp3Of, wavOf } from '../../../../media/test/build-sound.ts';
import { examineBytes } from '../../run/examine-bytes.fixture.ts';
import { check as audioContainer } from './check.ts';
import { movieOf } from '../../../../media/test/build-movie.ts';

const folder = resolve(import.meta.dirname, '../../../../../../shared/media/av');
const types: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', flac: 'audio/flac', wav: 'audio/wav' };
const recordings = existsSync(folder)
  ? readdirSync(folder).filter((name) => /\.(mp3|flac|wav)$/.test(name))
  : [];
const readWith = (bytes: Uint8Array, mimeType = 'audio/mpeg') =>
  examineBytes(audioContainer, bytes, mimeType);

/** The WAV file with chunks behind its own. */
function withChunks(wav: Buffer, ...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([wav, ...chunks]);
}

function broadcast(history: string): Buffer {
  const content = Buffer.alloc(602);
  content.write('Zoom H5', 256, 'latin1');
  content.write('2024-05-01', 320, 'latin1');
  content.write('10:00:00', 330, 'latin1');
  return chunk('bext', Buffer.concat([content, Buffer.from(history, 'latin1')]));
}

describe('audio-container', () => {
  it('says of texts beyond its limit that they were not searched', async () => {
    const userData = Object.fromEntries(
      Array.from({ length: 103 }, (_, index) => [`\u00a9${String(index).padStart(3, '0')}`, 'Take']),
    );
    const { statement } = await readWith(movieOf({ userData }), 'audio/mp4');
    expect(statement).toMatch(/^\d of 10\d metadata parts were not searched\./);
  });

  it('names the programs of an MP3 file without weight', async () => {
    const mp3 = mp3Of(0.2, { TSSE: 'Lavf58.29.100', TENC: 'Audacity 3.4' });
    mp3.write('LAME3.100', mp3.length - 900, 'latin1');
    const result = await readWith(mp3);
    expect(result).toMatchObject({ llrManipulated: 0, llrSynthetic: 0, llrAuthentic: 0 });
    expect(result.statement).toContain('went through FFmpeg, Audacity, LAME');
  });

  it('reads the software and the coding history of a WAV file', async () => {
    const software = chunk(
      'LIST',
      Buffer.concat([Buffer.from('INFO'), chunk('ISFT', Buffer.from('Adobe Audition 2024\0'))]),
    );
    const result = await readWith(
      withChunks(
        wavOf({ seconds: 0.1 }),
        software,
        broadcast('A=MPEG1L3,F=44100,B=128\r\nA=PCM,F=44100\r\n'),
      ),
      'audio/wav',
    );
    expect(result.llrManipulated).toBe(0);
    expect(result.facts).toMatchObject({
      writers: [{ program: 'Adobe Audition', kind: 'editor' }],
      times: [{ place: 'originated', value: '2024-05-01T10:00:00.000Z' }],
    });
    expect(result.facts['remarks']).toEqual(['it was coded with loss before, by its own coding history']);
  });

  it('finds a change that is dated before the creation, which weighs next to nothing', async () => {
    const result = await readWith(movieOf({ modified: '2020-01-01T00:00:00Z' }), 'audio/mp4');
    expect(result.llrManipulated).toBe(0.2);
  });

  it('finds nothing against a recording as a recorder writes it', async () => {
    const result = await readWith(
      withChunks(wavOf({ seconds: 0.1 }), broadcast('A=PCM,F=48000,W=24\r\n')),
      'audio/wav',
    );
    expect(result).toMatchObject({
      llrManipulated: 0,
      facts: { writers: [], remarks: [], contradictions: [] },
    });
  });

  it('is not applicable to other files', async () => {
    expect((await readWith(wavOf(), 'video/mp4')).applicability.applicable).toBe(false);
    expect((await readWith(Buffer.from('plain text'))).applicability.applicable).toBe(false);
  });

  it.skipIf(recordings.length === 0)('weighs nothing against any recording of the collection', async () => {
    for (const name of recordings) {
      const bytes = readFileSync(resolve(folder, name));
      const result = await readWith(bytes, types[name.split('.').at(-1) ?? '']);
      expect([name, result.applicability.applicable, result.llrManipulated]).toEqual([name, true, 0]);
    }
  });
});
