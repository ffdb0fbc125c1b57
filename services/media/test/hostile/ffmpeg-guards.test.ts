import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { decodeAudio, extractAudio, readPackets } from '../../src/decoder/ffmpeg-arguments.ts';
import { createFfmpegDecoder } from '../../src/decoder/ffmpeg-decoder.ts';
import { detectConfinement } from '../../src/isolate/confinement.ts';
import { wavOf } from '../build-sound.ts';

const { ffmpegPath = '' } = inject('servers');
const run = promisify(execFile);

/** Runs FFmpeg without a sandbox, so that only its arguments guard it. Returns what it complains about. */
async function complain(args: readonly string[]): Promise<string> {
  const options = { encoding: 'buffer', timeout: 20_000 } as const;
  return run(ffmpegPath, [...args], options).then(
    () => 'nothing',
    (error: unknown) => (error as { readonly stderr: Buffer }).stderr.toString(),
  );
}

describe.skipIf(ffmpegPath === '')('the arguments of FFmpeg', () => {
  let folder: string;
  let wav: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-guards-'));
    wav = join(folder, 'sound.wav');
    await writeFile(wav, wavOf({ seconds: 1, sampleRate: 8_000, amplitude: 0.5 }));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const encode = async (name: string, options: readonly string[]): Promise<string> => {
    const path = join(folder, name);
    await run(ffmpegPath, ['-v', 'error', '-i', wav, ...options, '-y', path]);
    return path;
  };

  it('accept the sound that the other cases change in one respect', async () => {
    for (const args of [decodeAudio(wav), readPackets(wav, ['0:a:0']), extractAudio(wav, { maxSeconds: 1 })])
      expect(await complain(args)).toBe('nothing');
  });

  it('open no other protocol than that of files', async () => {
    const address = `data:audio/wav;base64,${(await readFile(wav)).toString('base64')}`;
    const args = readPackets(wav, ['0:a:0']).map((arg) => (arg === `file:${wav}` ? address : arg));
    expect(await complain(args)).toContain("Protocol 'data' not on whitelist 'file'!");
  });

  it('open no other format than the accepted ones, whatever a file is called', async () => {
    const aiff = await encode('sound.aiff', []);
    expect(await complain(readPackets(aiff, ['0:a:0']))).toContain('Format not on whitelist');
    const playlist = join(folder, 'playlist.mp4');
    await writeFile(playlist, `ffconcat version 1.0\nfile '${wav}'\n`);
    expect(await complain(readPackets(playlist, ['0:a:0']))).toContain('Format not on whitelist');
  });

  it('open no other decoder than those of the accepted formats', async () => {
    const g726 = await encode('telephone.wav', ['-ac', '1', '-c:a', 'adpcm_g726']);
    for (const args of [decodeAudio(g726), extractAudio(g726, { maxSeconds: 1 })])
      expect(await complain(args)).toContain('Codec (g726) not on whitelist');
  });

  it('are not used for a rate below 1 kHz, at which earlier versions wrote past a buffer', async () => {
    const slow = join(folder, 'slow.wav');
    await writeFile(slow, wavOf({ seconds: 20, sampleRate: 1, amplitude: 0.5 }));
    const decoder = createFfmpegDecoder({ path: ffmpegPath, version: '9.0.2' }, await detectConfinement());
    const limits = { signal: new AbortController().signal, timeoutMs: 20_000, maxRssBytes: 2 ** 29 };
    const declared = { codec: 'pcm_s16le', channels: 1, sampleRate: 1 };
    expect(await decoder.measureAudio(slow, declared, limits)).toEqual({
      ok: false,
      code: 'undecodable',
      reason: 'the file could not be decoded: its sample rate is below 1000 Hz',
    });
  });
});
