import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';

/** The path of a program in one of these folders. */
export function findOnPath(name: string, path: readonly string[]): string | undefined {
  return path.map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
