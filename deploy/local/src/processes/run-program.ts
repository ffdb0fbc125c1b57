import { join } from 'node:path';
import { projectRoot } from '../config.ts';
import { runChild } from './run-child.ts';

/**
 * Runs a program of the project with the arguments of this process, its output shown; this process ends as it ends.
 * `environment` stands in place of this process's own.
 */
export async function runProgram(
  path: string,
  environment?: Readonly<Record<string, string>>,
): Promise<void> {
  const { exitCode } = await runChild({
    command: process.execPath,
    args: ['--conditions=source', join(projectRoot, path), ...process.argv.slice(2)],
    workingDirectory: projectRoot,
    environment,
    output: 'shown',
  });
  process.exitCode = exitCode;
}
