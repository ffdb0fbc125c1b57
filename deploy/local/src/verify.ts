import { accessSync, constants, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { cwd } from 'node:process';
import { resolve } from 'node:path';
import { parseVerifyArguments, UsageError, verifyUsage } from './terminal/arguments.ts';
import { readConfig } from './config.ts';
import { readLocalAddresses } from './platform/local-addresses.ts';
import type { LocalAddresses } from './platform/local-addresses.ts';
import { atOnce } from './verification/at-once.ts';
import { localProject } from './verification/local-project.ts';
import { describeResult } from './verification/print-result.ts';
import { createRestClient } from './verification/rest-client.ts';
import type { RestClient } from './verification/rest-client.ts';
import { stateFolder } from './supervise/state-folder.ts';
import type { StateFolder } from './supervise/state-folder.ts';
import { createTerminal } from './terminal/terminal.ts';
import type { Terminal } from './terminal/terminal.ts';
import { verifyFile } from './verification/verify-file.ts';
import type { VerifiedFile } from './verification/verify-file.ts';

interface Session {
  readonly client: RestClient;
  readonly projectId: string;
  readonly state: StateFolder;
  readonly terminal: Terminal;
}

/** @returns the exit code: 0 when every run completed, 1 otherwise */
async function main(given: readonly string[]): Promise<number> {
  const { files, help } = parseVerifyArguments(given);
  if (help) {
    process.stdout.write(`${verifyUsage}\n`);
    return 0;
  }
  const config = readConfig();
  const state = stateFolder(config.stateDir);
  const client = createRestClient(await runningPlatform(state));
  const { projectId } = await localProject(client, state.project);
  const terminal = createTerminal(process.stdout, config.colour);
  const session = { client, projectId, state, terminal };
  const outcomes = await atOnce(files, availableParallelism(), async (file) => {
    const path = resolve(file);
    const problem = findProblem(path);
    const result =
      problem === undefined
        ? await verifyOne(session, path)
        : ({ outcome: 'failed', file: path, reason: problem } as const);
    for (const line of describeResult(result, terminal, cwd())) terminal.line(line);
    terminal.line();
    return result.outcome;
  });
  terminal.close();
  return outcomes.includes('failed') ? 1 : 0;
}

async function verifyOne(
  { client, projectId, state, terminal }: Session,
  file: string,
): Promise<VerifiedFile> {
  const task = terminal.task('verify');
  const onProgress = (step: string): void => {
    task.update(`${file}: ${step}`);
  };
  const result = await verifyFile({ client, projectId, file, reportsDir: state.reports, onProgress }).catch(
    (error: unknown): VerifiedFile => ({
      outcome: 'failed',
      file,
      reason: error instanceof Error ? error.message : String(error),
    }),
  );
  if (result.outcome === 'completed') task.done(file);
  else task.fail(file);
  return result;
}

/** Returns why a file cannot be verified. The others are verified all the same. */
function findProblem(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK);
  } catch {
    return 'It cannot be read. Check the path.';
  }
  return statSync(path).isFile()
    ? undefined
    : 'It is not a file. Name an image, audio, video or document file.';
}

async function runningPlatform(state: StateFolder): Promise<LocalAddresses> {
  const addresses = await readLocalAddresses(state.addresses);
  const answers =
    addresses !== undefined &&
    (await fetch(addresses.baseUrl).then(
      () => true,
      () => false,
    ));
  if (!answers) throw new UsageError('Assay is not running. Start it with `npm start` in another terminal.');
  return addresses;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
