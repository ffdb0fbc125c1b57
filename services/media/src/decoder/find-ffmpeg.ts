import { constants } from 'node:fs';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../isolate/run-program.ts';
import type { Confinement } from '../isolate/confinement.ts';
import type { FfmpegProgram } from './ffmpeg-decoder.ts';
import { isNewEnough, readVersion } from './ffmpeg-version.ts';

/** Where FFmpeg may be. */
export interface FfmpegPlaces {
  /** Tried first. */
  readonly configuredPath: string | undefined;
  /** Folders as in the variable PATH. */
  readonly searchPath: string;
}

const maxRssBytes = 512 * 2 ** 20;

/** Finds the first FFmpeg that is new enough and runs on this machine as confined as it will be; undefined where none does. */
export async function findFfmpeg(
  { configuredPath, searchPath }: FfmpegPlaces,
  confinement: Confinement,
): Promise<FfmpegProgram | undefined> {
  const found = searchPath
    .split(':')
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, 'ffmpeg'));
  for (const path of configuredPath === undefined ? found : [configuredPath, ...found]) {
    const version = await versionOf(path, confinement);
    if (version !== undefined && isNewEnough(version)) return { path, version };
  }
  return undefined;
}

async function versionOf(program: string, confinement: Confinement): Promise<string | undefined> {
  const isThere = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'assay-ffmpeg-'));
  try {
    const path = join(folder, 'empty');
    await writeFile(path, '');
    const limits = { timeoutMs: 20_000, maxRssBytes, maxOutputBytes: 65_536 };
    const signal = new AbortController().signal;
    const end = await runProgram(confinement, { program, path, args: () => ['-version'], ...limits, signal });
    return end.ok && end.exitCode === 0 ? readVersion(end.output.toString()) : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
