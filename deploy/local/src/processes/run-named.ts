import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { projectRoot } from '../config.ts';
import { runChild } from './run-child.ts';
import type { ChildRun } from './run-child.ts';

/** Programs below one folder, each of which is run by its name. */
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
export async function runNamed(programs: NamedPrograms, [name, ...args]: readonly string[]): Promise<number> {
  const { script, title, plan } = programs;
  const paths = await pathsByName(programs);
  if (name === undefined) {
    const lines = await linesOf(paths);
    process.stdout.write(`usage: npm run ${script} -- <name>\n${lines.join('\n')}\n`);
    return 0;
  }
  const path = paths.get(name);
  if (path === undefined) {
    process.stderr.write(`There is no ${title} "${name}". Choose one of: ${[...paths.keys()].join(', ')}\n`);
    return 2;
  }
  const { exitCode } = await runChild({
    ...plan(path, args),
    workingDirectory: projectRoot,
    output: 'shown',
  });
  return exitCode;
}

/** Whatever folder each lies in, in the order of their names. */
export async function pathsByName({
  folder,
  suffix,
}: Pick<NamedPrograms, 'folder' | 'suffix'>): Promise<ReadonlyMap<string, string>> {
  const root = join(projectRoot, folder);
  const files = (await readdir(root, { recursive: true }).catch(() => [])).filter((file) =>
    file.endsWith(suffix),
  );
  const entries = files.map((file) => [basename(file, suffix), join(root, file)] as const);
  return new Map(entries.toSorted(([a], [b]) => a.localeCompare(b)));
}

/** A line for each: its name, and what it says of itself in the comment it begins with. */
export async function linesOf(paths: ReadonlyMap<string, string>): Promise<string[]> {
  const width = Math.max(...[...paths.keys()].map((name) => name.length));
  return Promise.all(
    [...paths].map(async ([name, path]) => {
      const said = /^\/\*\* (.+) \*\/\n/u.exec(await readFile(path, 'utf8'))?.[1] ?? '';
      return `  ${name.padEnd(width)}  ${said}`.trimEnd();
    }),
  );
}
