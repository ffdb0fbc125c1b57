import { join } from 'node:path';
import { projectRoot, readConfig } from './config.ts';
import { localEvidenceKeys } from './platform/secrets.ts';
import { runChild } from './processes/run-child.ts';
import { decoderEnvironment } from './platform/decoder-environment.ts';
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

const examines = args.some((arg) => /^--(file|replay)\b/u.test(arg));
const { exitCode } = await runChild({
  command: process.execPath,
  args: ['--conditions=source', program, ...(await ownKeys()), ...args],
  environment: { ...inherited, ...(examines && (await decoderEnvironment(config))) },
  workingDirectory: process.cwd(),
  output: 'shown',
});
process.exitCode = exitCode;
