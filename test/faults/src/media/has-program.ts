import { spawnSync } from 'node:child_process';

/** Returns true when a program is installed. */
export function hasProgram(name: string, argument: string): boolean {
  return spawnSync(name, [argument], { stdio: 'ignore' }).error === undefined;
}
