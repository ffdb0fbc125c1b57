import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** A photograph nobody altered. Everything made of it counts as one scene. */
export interface Scene {
  readonly name: string;
  readonly path: string;
  /** Seeds what is made of it, so that a repeated evaluation judges the same files. */
  readonly seed: number;
}

/** The JPEG photographs of a folder by name, every `every`th of them. */
export async function scenesOf(folder: string, every: number): Promise<readonly Scene[]> {
  const names = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name)).sort();
  return names
    .filter((_name, index) => index % every === 0)
    .map((name, index) => ({ name, path: path.join(folder, name), seed: firstSeed + index }));
}

/** Not a seed the calibration uses. */
const firstSeed = 700_001;
