import type { AnyCheck } from '@assay/checks/check/check';
import { keepLines, readLines } from '../calibration/measuring/kept-lines.ts';
import type { ExaminedFile } from './examine.ts';

/** What the checks said of all files so far, kept in a file or, without one, in memory. */
export interface ExaminedFiles {
  /** Every file once, with the latest result of each check. */
  readonly all: () => readonly ExaminedFile[];
  /** Whether every kept file of the scene was examined with the check, in this version of it. */
  readonly has: (scene: string, check: Pick<AnyCheck, 'slug' | 'version'>) => boolean;
  /** Adds the files of a scene in one write, so that what is interrupted leaves no scene half examined. */
  readonly add: (files: readonly ExaminedFile[]) => Promise<void>;
}

/** Opens what is kept at the path; null keeps it in memory. */
export async function openExaminedFiles(path: string | null): Promise<ExaminedFiles> {
  const files = new Map<string, ExaminedFile>();
  const merge = (added: readonly ExaminedFile[]): void => {
    for (const file of added) files.set(keyOf(file), merged(files.get(keyOf(file)), file));
  };
  merge(path === null ? [] : await readLines<ExaminedFile>(path));
  return {
    all: () => [...files.values()],
    has(scene, { slug, version }) {
      const ofScene = [...files.values()].filter((file) => file.scene === scene);
      const isOf = (one: ExaminedFile['results'][number]): boolean =>
        one.check === slug && one.version === version;
      return ofScene.length > 0 && ofScene.every(({ results }) => results.some(isOf));
    },
    async add(added) {
      if (path !== null) await keepLines(path, added);
      merge(added);
    },
  };
}

function merged(before: ExaminedFile | undefined, file: ExaminedFile): ExaminedFile {
  if (before === undefined) return file;
  const bases = [...new Set([...(before.bases ?? []), ...(file.bases ?? [])])];
  const renewed = new Set(file.results.map(({ check }) => check));
  return {
    ...file,
    // The check that finds the condition may not be among the new results.
    condition: file.condition ?? before.condition ?? null,
    bases,
    results: [...before.results.filter(({ check }) => !renewed.has(check)), ...file.results],
  };
}

function keyOf({ scene, group }: ExaminedFile): string {
  return JSON.stringify([scene, group]);
}
