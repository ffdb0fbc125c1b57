import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessName } from '@assay/proto/processes';
import { removeUnread } from './remove-unread.ts';
import { tryPnpm } from './try-pnpm.ts';

export const billOfMaterials = 'sbom.cdx.json';

/**
 * Makes a folder below `into` that holds all a process needs to run besides Node: its compiled packages, the packages they
 * depend on in the versions of the lockfile, and a CycloneDX bill of them. Resolves to the folder. Replaces an earlier one.
 */
export async function assembleProcess(name: ProcessName, into: string): Promise<string> {
  const folder = join(into, name);
  await rm(folder, { recursive: true, force: true });
  const ofProcess = ['--filter', `@assay/${name}`];
  await runPnpm([...ofProcess, 'deploy', '--prod', folder]);
  const bill = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  await runPnpm([...ofProcess, 'sbom', '--prod', ...bill, '--out', join(folder, billOfMaterials)]);
  await removeUnread(folder);
  return folder;
}

async function runPnpm(args: readonly string[]): Promise<void> {
  const { exitCode, output } = await tryPnpm(args);
  if (exitCode !== 0) throw new Error(`pnpm ${args.join(' ')} ended with ${exitCode}\n${output}`);
}
