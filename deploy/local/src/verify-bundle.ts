import { join } from 'node:path';
import { projectRoot, readConfig } from './config.ts';
import { localEvidenceKeys } from './platform/secrets.ts';
import { runChild } from './processes/run-child.ts';
import { provideFfmpeg } from './servers/ffmpeg.ts';
import { toolboxOf } from './servers/toolbox.ts';
import { stateFolder } from './supervise/state-folder.ts';

const config = readConfig();
const { inherited, stateDir } = config;
const program = join(projectRoot, 'services/verification/src/commands/verify-bundle.ts');
const args = process.argv.slice(2);

/** Whose keys are trusted where nobody else's are named. */
async function ownKeys(): Promise<string[]> {
  if (args.some((arg) => /^--(keys|server)\b/u.test(arg))) return [];
  const keys = await localEvidenceKeys(stateFolder(stateDir).secrets);
  return keys === undefined ? [] : ['--key-set', JSON.stringify(keys)];
}

/** FFmpeg as the platform of this machine would find it, where files are examined again. */
async function decoder(): Promise<Record<string, string>> {
  if (!args.some((arg) => /^--(file|replay)\b/u.test(arg))) return {};
  const { given, toolCache, inherited: environment } = config;
  const tools = { toolbox: toolboxOf(config), underway: new Map<string, Promise<string>>() };
  const { signal } = new AbortController();
  const build = { toolCache, environment, given: given.ffmpeg, signal, ...tools };
  const found = await provideFfmpeg(build, () => undefined);
  return found === undefined ? {} : { FFMPEG_PATH: found.path };
}

const { exitCode } = await runChild({
  command: process.execPath,
  args: ['--conditions=source', program, ...(await ownKeys()), ...args],
  environment: { ...inherited, ...(await decoder()) },
  workingDirectory: process.cwd(),
  output: 'shown',
});
process.exitCode = exitCode;
