import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';

/**
 * Extracts the files of a commit into a folder, installs the packages of its lockfile and generates the code of its contract. Does
 * not change the repository.
 */
export async function checkOut(commit: string, folder: string): Promise<void> {
  const archive = `${folder}.tar`;
  await mkdir(folder, { recursive: true });
  await run(projectRoot, 'git', 'archive', '--output', archive, commit);
  await run(folder, 'tar', '-xf', archive);
  await rm(archive);
  // Without the name of a benchmark, the command only installs and generates.
  await run(folder, process.execPath, 'deploy/local/bootstrap.mjs', 'bench');
}

/** Resolves a reference to the hash of its commit. */
export async function resolveCommit(reference: string): Promise<string> {
  return run(projectRoot, 'git', 'rev-parse', '--verify', '--end-of-options', `${reference}^{commit}`);
}

/**
 * Imports a module of a checkout, with the packages of that checkout. `Module` declares the exports that the caller uses; each commit
 * must have them.
 */
export async function importFrom<Module>(checkout: string, path: string): Promise<Module> {
  return (await import(pathToFileURL(join(checkout, path)).href)) as Module;
}

async function run(workingDirectory: string, command: string, ...args: string[]): Promise<string> {
  const { exitCode, output } = await runChild({ command, args, workingDirectory, output: 'kept' });
  if (exitCode !== 0) throw new Error(`${[command, ...args].join(' ')} failed:\n${output}`);
  return output.trim();
}
