import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LocalConfig } from '../config.ts';
import { findOnPath } from './find-on-path.ts';

/** What this machine has that servers can be made from; each is looked for once, and only when it is asked for. */
export interface Toolbox {
  /** The path of a program on the PATH. */
  readonly findBinary: (name: string) => string | undefined;
  /** Whether python3 is there with pip, and packages can be taken from PyPI. */
  readonly hasPip: () => Promise<boolean>;
  /** The path of a Java of 17 or newer on the PATH. */
  readonly findJava: () => Promise<string | undefined>;
}

const leastJava = 17;

export function toolboxOf({ path }: Pick<LocalConfig, 'path'>): Toolbox {
  const findBinary = (name: string): string | undefined => findOnPath(name, path);
  let pip: Promise<boolean> | undefined;
  let java: Promise<string | undefined> | undefined;
  return {
    findBinary,
    hasPip: () => (pip ??= pipWorks(findBinary('python3'))),
    findJava: () => (java ??= recentJava(findBinary('java'))),
  };
}

async function pipWorks(python: string | undefined): Promise<boolean> {
  if (python === undefined) return false;
  return promisify(execFile)(python, ['-m', 'pip', '--version']).then(
    () => true,
    () => false,
  );
}

async function recentJava(java: string | undefined): Promise<string | undefined> {
  if (java === undefined) return undefined;
  const answer = await promisify(execFile)(java, ['-version']).catch(() => undefined);
  return javaVersion(answer?.stderr ?? '') >= leastJava ? java : undefined;
}

/** @param said what `java -version` prints, e.g. `openjdk version "17.0.15" 2025-04-15`; older ones say `"1.8.0_292"` */
export function javaVersion(said: string): number {
  return Number(/version "(\d+)/.exec(said)?.[1] ?? 0);
}
