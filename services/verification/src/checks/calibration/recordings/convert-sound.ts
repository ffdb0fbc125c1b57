import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';

/** What a recording goes through on its way, as FFmpeg is told it. */
export interface SoundChain {
  readonly name: string;
  /** Filters and encoder. */
  readonly args: readonly string[];
  /** Of the file the encoder writes. */
  readonly extension: 'mp3' | 'm4a' | 'opus';
}

/** Sends a WAV file through a chain; the result is decoded again, to a WAV file of one channel in 16 bits. */
export type ConvertSound = (wav: Uint8Array, chain: SoundChain) => Promise<Uint8Array>;

const run = promisify(execFile);
const temporaryFolders = createTemporaryFolders(join(tmpdir(), 'assay-calibration'));
/** The same bytes on every run. */
const quiet = ['-hide_banner', '-loglevel', 'error', '-threads', '1'];

/** Converts by an FFmpeg program that has encoders; rejects where there is none at the path, or it lacks one. */
export function createConverter(program: string): ConvertSound {
  return (wav, { args, extension }) =>
    temporaryFolders.with(async (folder) => {
      const [from, to] = [join(folder, 'from.wav'), join(folder, 'to.wav')];
      const coded = join(folder, `coded.${extension}`);
      await writeFile(from, wav);
      await run(program, [...quiet, '-i', from, ...args, '-bitexact', coded]);
      await run(program, [...quiet, '-i', coded, '-ac', '1', '-c:a', 'pcm_s16le', '-bitexact', to]);
      return readFile(to);
    });
}
