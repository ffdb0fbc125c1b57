import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CalibrationWork } from './measuring/calibration-work.ts';

/** The module of a check that can be calibrated. `calibrate` writes the table of the check, or prints the figures. */
interface Calibration {
  readonly calibrate: (work: CalibrationWork) => Promise<void>;
}

/** The files that checks are measured on, each with a folder of `checks/`. */
export type MeasuredMedia = 'images' | 'recordings' | 'videos';

const folder = join(import.meta.dirname, 'checks');

/** Lists the slugs of the checks that are measured on these files. A new one is a file with its name. */
export function listCalibrated(media: readonly MeasuredMedia[]): readonly string[] {
  return media.flatMap((one) => findModules(`${one}/*.ts`)).map((path) => basename(path, '.ts'));
}

/** Loads the module of a check. Rejects if there is none. */
export async function loadCalibration(slug: string): Promise<Calibration> {
  const [path] = findModules(`*/${slug}.ts`);
  if (path === undefined) throw new Error(`the check ${slug} is not calibrated`);
  return importCalibration(path);
}

function findModules(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: folder }).toSorted();
}

/** Imports a module by a path that is known only when the program runs; `calibrations.test.ts` loads every one. */
async function importCalibration(path: string): Promise<Calibration> {
  return (await import(join(folder, path))) as Calibration;
}
