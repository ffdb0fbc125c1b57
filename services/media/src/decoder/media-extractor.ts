import { rm, stat } from 'node:fs/promises';
import { isConfined } from '../isolate/confinement.ts';
import type { Confinement } from '../isolate/confinement.ts';
import { consequenceOf } from '../isolate/job-failures.ts';
import { runProgram } from '../isolate/run-program.ts';
import { extractFrames, extractPackets, extractAudio } from './ffmpeg-arguments.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import type { FfmpegPlaces } from './find-ffmpeg.ts';
import type { FfmpegProgram } from './ffmpeg-decoder.ts';
import type { DecodeOptions } from './media-decoder.ts';

/** `sound`: WAV of one channel; `frames`: small grey pictures; `packets`: times and sizes, as text. */
export type ExtractKind = 'sound' | 'frames' | 'packets';

/** Writes what is decoded of a file into another one, which any reader of plain bytes may then examine. */
export interface MediaExtractor {
  /**
   * False when nothing of the kind could be decoded in time and memory; nothing is left at `to` then. Rejects when the file is not to
   * blame and trying again may help.
   */
  extract(kind: ExtractKind, path: string, to: string, options: DecodeOptions): Promise<boolean>;
}

/** The size of every frame, in pixels; one byte a pixel. */
export const frameSize = { width: 160, height: 90 } as const;
export const maxFrames = 3_600;
export const maxSoundSeconds = 20 * 60;

const extracts = {
  sound: {
    args: (path: string) => extractAudio(path, { maxSeconds: maxSoundSeconds }),
    maxBytes: 512 * 2 ** 20,
  },
  frames: {
    args: (path: string) => extractFrames(path, { ...frameSize, maxFrames }),
    maxBytes: maxFrames * frameSize.width * frameSize.height,
  },
  packets: { args: extractPackets, maxBytes: 32 * 2 ** 20 },
} as const;

/** Finds FFmpeg; undefined where it is missing, or the kernel does not confine it and `mayRunUnconfined` is false. */
export async function findExtractor(
  confinement: Confinement,
  { mayRunUnconfined, ...places }: FfmpegPlaces & { readonly mayRunUnconfined: boolean },
): Promise<MediaExtractor | undefined> {
  if (!isConfined(confinement) && !mayRunUnconfined) return undefined;
  const program = await findFfmpeg(places, confinement);
  return program === undefined ? undefined : createExtractor(program, confinement);
}

function createExtractor({ path: program }: FfmpegProgram, confinement: Confinement): MediaExtractor {
  return {
    async extract(kind, path, to, { onSeconds: _untold, ...options }) {
      const { args, maxBytes } = extracts[kind];
      const run = { program, path, args, maxOutputBytes: maxBytes, outputPath: to, ...options };
      const end = await runProgram(confinement, run);
      const written = await stat(to).catch(() => undefined);
      if (end.ok && written !== undefined && written.size > 0) return true;
      await rm(to, { force: true });
      if (!end.ok && consequenceOf(end) === 'try again') throw new Error(end.reason, { cause: end.detail });
      return false;
    },
  };
}
