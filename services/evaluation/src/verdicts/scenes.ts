import { isHeldOut, readPhotographs } from '../calibration/measuring/photographs.ts';
import type { Photograph } from '../calibration/measuring/photographs.ts';

/** A file nobody altered, from a source the calibration left out. Everything made of one scene counts as one. */
export interface Scene extends Pick<Photograph, 'source' | 'path'> {
  /** The scene it shows, or what else other files may share; not the name of its file. */
  readonly name: string;
  /** Seeds what is made of it, so that a repeated evaluation judges the same files. */
  readonly seed: number;
}

/** Not a seed the calibration uses. */
const firstSeed = 700_001;

/** One file of each scene of a folder that the calibration left out, by name. */
export async function heldOutScenes(
  folder: string,
  labels: string | null,
  extensions: readonly string[],
): Promise<readonly Scene[]> {
  const files = (await readPhotographs(folder, labels, extensions)).filter(({ source }) => isHeldOut(source));
  const scenes = Map.groupBy(files, ({ scene }) => scene);
  return [...scenes].flatMap(([name, [first]], index) =>
    first === undefined ? [] : [{ name, source: first.source, path: first.path, seed: firstSeed + index }],
  );
}
