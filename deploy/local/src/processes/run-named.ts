import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../config.ts';
import { runChild } from './run-child.ts';
import type { ChildRun } from './run-child.ts';

/** Programs in one folder, each of which is run by its name. */
export interface NamedPrograms {
  /** The script of package.json that runs them. */
  readonly script: string;
  /** What one of them is called. */
  readonly title: string;
  /** Within the project. */
  readonly folder: string;
  /** What follows the name in a file's name. */
  readonly suffix: string;
  readonly plan: (
    path: string,
    args: readonly string[],
  ) => Pick<ChildRun, 'command' | 'args' | 'environment'>;
}

/** Runs the one that is named first, with the other arguments; lists them when none is. Resolves to the exit code. */
export async function runNamed(
  { script, title, folder, suffix, plan }: NamedPrograms,
  [name, ...args]: readonly string[],
): Promise<number> {
  const path = join(projectRoot, folder);
  const names = (await readdir(path).catch(() => []))
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length));
  if (name === undefined) {
    process.stdout.write(`npm run ${script} -- <name>, where <name> is one of: ${names.join(', ')}\n`);
    return 0;
  }
  if (!names.includes(name)) {
    process.stderr.write(`there is no ${title} "${name}"; there are: ${names.join(', ')}\n`);
    return 2;
  }
  const program = plan(join(path, `${name}${suffix}`), args);
  const { exitCode } = await runChild({ ...program, workingDirectory: projectRoot, output: 'shown' });
  return exitCode;
}
