import type { EnrichmentPool } from '../enrich/enrichment-pool.ts';
import { isConfined } from '../isolate/confinement.ts';
import type { Confinement } from '../isolate/confinement.ts';
import { createFfmpegDecoder } from './ffmpeg-decoder.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import type { FfmpegPlaces } from './find-ffmpeg.ts';
import type { MediaDecoder } from './media-decoder.ts';
import { createWasmDecoder } from './wasm-decoder.ts';

export interface DecoderChoice extends FfmpegPlaces {
  /** Whether FFmpeg may run where it is not confined by the kernel, with limits of time and memory alone. */
  readonly mayRunUnconfined: boolean;
}

export interface FoundDecoder {
  readonly decoder: MediaDecoder;
  /** For the log of a process that starts. */
  readonly description: string;
  /** Whether something is to be mended: a decoder is missing, or less confined than it could be. */
  readonly isWarning: boolean;
}

/** The FFmpeg that is configured or on the PATH, else what is WebAssembly. */
export async function findDecoder(
  pool: EnrichmentPool,
  confinement: Confinement,
  { mayRunUnconfined, ...places }: DecoderChoice,
): Promise<FoundDecoder> {
  const wasm = (why: string): FoundDecoder => ({
    decoder: createWasmDecoder(pool),
    description: `sound is decoded by WebAssembly, AAC and video are not decoded: ${why}`,
    isWarning: true,
  });
  const safe = isConfined(confinement);
  if (!safe && !mayRunUnconfined) {
    return wasm(
      'the kernel refuses namespaces and Landlock, and FFMPEG_UNCONFINED does not allow FFmpeg without',
    );
  }
  const program = await findFfmpeg(places, confinement);
  if (program === undefined)
    return wasm('no FFmpeg of version 8.1.2 or later is found by FFMPEG_PATH or on the PATH');
  const how = descriptions[confinement.kind];
  return {
    decoder: createFfmpegDecoder(program, confinement),
    description: `audio and video are decoded by FFmpeg ${program.version} (${program.path}) ${how}`,
    isWarning: !safe,
  };
}

const descriptions = {
  namespaces: 'in namespaces: without network, seeing its libraries and one file',
  landlock: 'under Landlock and seccomp: without network, reading its libraries and one file',
  permissions:
    'with limits of time and memory alone, as FFMPEG_UNCONFINED allows: it reads the files of this process and reaches the network',
} as const;
