import { findFfmpeg } from '@assay/media/decoder/find-ffmpeg';
import type { MediaExtractor } from '@assay/media/decoder/media-extractor';
import { detectConfinement } from '@assay/media/isolate/confinement';
import { runProgram } from '@assay/media/isolate/run-program';
import type { DecoderConfig } from '@assay/verification/config';
import { findStageExtractor } from '@assay/verification/stages/find-stage-extractor';

/** One run of FFmpeg over a file: what stands before the input, the beginning alone where nothing does; filters and codec. */
export interface Pass {
  readonly before?: readonly string[];
  readonly after: readonly string[];
  /** Filters and codec of the sound, where there is any; missing: the sound is left out. */
  readonly sound?: readonly string[];
  /** As FFmpeg calls it; missing: Matroska. */
  readonly container?: 'mp4' | 'mov' | 'webm' | 'avi';
}

/** FFmpeg as it writes videos, and as a run decodes them. */
export interface VideoTools {
  readonly extractor: MediaExtractor;
  /** False where FFmpeg does not read the video, or cannot write it so. */
  readonly encode: (from: string, to: string, pass: Pass) => Promise<boolean>;
}

/** Longer videos are measured by their beginning. */
export const mostSeconds = 30;
const limits = { timeoutMs: 600_000, maxRssBytes: 2 ** 30, maxOutputBytes: 2 ** 30 };
const quiet = ['-hide_banner', '-nostdin', '-nostats', '-v', 'error'];
/** One thread, and no names and dates of the library, so that the same bytes are written every time. */
const exact = ['-threads', '1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];

/** The first FFmpeg that keeps the times of pictures as filters made them, and that writes into a file it is handed. */
const oldestVersion = 6.1;

/** @throws where there is no FFmpeg that `findVideoTools` would take */
export async function needVideoTools(config: DecoderConfig): Promise<VideoTools> {
  const tools = await findVideoTools(config);
  if (tools === undefined)
    throw new Error(
      `videos are made with FFmpeg ${String(oldestVersion)} or newer, and there is none that may run`,
    );
  return tools;
}

/** Undefined where there is no FFmpeg that may run, or the first that is found is older than 6.1. */
export async function findVideoTools(config: DecoderConfig): Promise<VideoTools | undefined> {
  const confinement = await detectConfinement();
  const places = { configuredPath: config.ffmpegPath, searchPath: config.programFolders };
  const extractor = await findStageExtractor(config);
  const program = extractor && (await findFfmpeg(places, confinement));
  if (extractor === undefined || program === undefined) return undefined;
  if (Number.parseFloat(program.version) < oldestVersion) return undefined;
  return {
    extractor,
    async encode(path, outputPath, { before = ['-t', String(mostSeconds)], after, sound, container }) {
      const heard = sound === undefined ? ['-an'] : ['-map', '0:a:0?', ...sound];
      // Matroska is written from its beginning to its end; in the others sizes are filled in afterwards, as everybody has them.
      const written = container === undefined ? ['matroska', 'pipe:1'] : [container, 'fd:'];
      const args = (seen: string): string[] => [
        ...[...quiet, ...before, '-i', `file:${seen}`, '-map', '0:v:0', ...after, ...heard],
        ...[...exact, '-f', ...written],
      ];
      const { signal } = new AbortController();
      const run = { program: program.path, path, args, outputPath, ...limits, signal };
      const end = await runProgram(confinement, run);
      return end.ok && end.exitCode === 0;
    },
  };
}
