import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A program and its arguments. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/** Native code that programs load. Paths that a machine does not have are left out. */
export const systemLibraries: readonly string[] = [
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/etc/ld.so.cache'],
];
/** The only devices that a child sees. */
export const devices: readonly string[] = ['/dev/null', '/dev/urandom'];
/** Folders of the tools that confine a child. */
export const toolPath = '/usr/sbin:/usr/bin:/sbin:/bin';

/** Returns the absolute path of a tool; throws where the machine does not have it. */
export function findTool(name: string): string {
  const found = toolPath
    .split(':')
    .map((folder) => join(folder, name))
    .find(existsSync);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}
