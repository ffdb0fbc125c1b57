import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import { findFfmpeg } from '@assay/media/decoder/find-ffmpeg';
import { detectConfinement } from '@assay/media/isolate/confinement';
import { readDecoderConfig } from '@assay/verification/config';
import type { CodeSound } from './sound-chains.ts';

const run = promisify(execFile);
const temporaryFolders = createTemporaryFolders(join(tmpdir(), 'assay-calibration'));
/** The same bytes on every run. */
const quiet = ['-hide_banner', '-loglevel', 'error', '-threads', '1'];

/** Both take WAV files of one channel; the program runs unconfined, since it reads nothing that was not made here. */
export interface SoundConverter {
  readonly code: CodeSound;
  /** The same, decoded again to a WAV file of one channel in 16 bits. */
  readonly convert: CodeSound;
}

/**
 * Converts by an FFmpeg program that has encoders; each call rejects where it lacks one. Encoders go back in their file when they
 * are done, so that they write no pipe.
 * @throws where there is no FFmpeg that may run
 */
export async function findSoundConverter(): Promise<SoundConverter> {
  const { ffmpegPath: configuredPath, programFolders: searchPath } = readDecoderConfig();
  const ffmpeg = await findFfmpeg({ configuredPath, searchPath }, await detectConfinement());
  if (ffmpeg === undefined) throw new Error('recordings are coded by FFmpeg, and there is none that may run');
  const inFolder = (make: (folder: string, code: CodeSound) => Promise<Uint8Array>): Promise<Uint8Array> =>
    temporaryFolders.with((folder) => make(folder, coderIn(folder, ffmpeg.path)));
  return {
    code: (wav, chain) => inFolder((_, code) => code(wav, chain)),
    convert: (wav, chain) =>
      inFolder(async (folder, code) => {
        const coded = join(folder, 'coded');
        const to = join(folder, 'to.wav');
        await writeFile(coded, await code(wav, chain));
        await run(ffmpeg.path, [...quiet, '-i', coded, '-ac', '1', '-c:a', 'pcm_s16le', '-bitexact', to]);
        return readFile(to);
      }),
  };
}

function coderIn(folder: string, program: string): CodeSound {
  return async (wav, { args, extension }) => {
    const from = join(folder, 'from.wav');
    const to = join(folder, `to.${extension}`);
    await writeFile(from, wav);
    await run(program, [...quiet, '-i', from, ...args, '-bitexact', to]);
    return readFile(to);
  };
}
