import { isHeldOut, readPhotographs } from '../checks/calibration/photographs.ts';

/** A photograph nobody altered, from a source the calibration left out. Everything made of one scene counts as one. */
export interface Scene {
  /** The scene it shows; other photographs may show the same. */
  readonly name: string;
  readonly source: string;
  readonly path: string;
  /** Seeds what is made of it, so that a repeated evaluation judges the same files. */
  readonly seed: number;
}

/** Not a seed the calibration uses. */
const firstSeed = 700_001;

/** One photograph of each scene of a folder that the calibration left out, by name. */
export async function heldOutScenes(folder: string, labels: string | null): Promise<readonly Scene[]> {
  const photographs = (await readPhotographs(folder, labels)).filter(({ source }) => isHeldOut(source));
  const scenes = Map.groupBy(photographs, ({ scene }) => scene);
  return [...scenes].flatMap(([name, [first]], index) =>
    first === undefined ? [] : [{ name, source: first.source, path: first.path, seed: firstSeed + index }],
  );
}
