import type { SourceFile } from '../../../cleaning/treatment.ts';
import type { Deps } from '../../../deps.ts';
import { buildObjectKey } from '../../content/object-key.ts';
import type { FileEntry } from '../../content/segment.ts';
import type { Dataset } from '../../dataset/dataset.ts';
import type { Grouping } from '../group-similar-files.ts';
import { withLocalCopy } from '../with-local-copy.ts';

export type ConfirmDeps = Pick<Deps, 'cleaners' | 'storage' | 'places'>;

/** The files of a job, whose content is compared. */
export interface ComparedFiles {
  readonly dataset: Dataset;
  /** The entry of each file, at its place. */
  readonly entries: readonly FileEntry[];
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Creates the comparison of the content of files. The kept file is downloaded once for several others. */
export function createConfirmation(
  deps: ConfirmDeps,
  { dataset, entries, folder, signal }: ComparedFiles,
): Grouping['confirm'] {
  const withFile = <T>(place: number, use: (file: SourceFile) => Promise<T>): Promise<T> => {
    const entry = entries[place];
    if (entry === undefined) throw new RangeError('the job has no file at this place');
    const storageKey = buildObjectKey(dataset, entry);
    return withLocalCopy({ ...deps, folder }, { ...entry, storageKey }, use);
  };
  return async (kept, others) => {
    // The features of audio files are equal only if all their samples are.
    if (entries[kept]?.type.startsWith('audio/') === true) return others.map(() => true);
    return withFile(kept, (file) =>
      settleAll(
        others.map((place) =>
          withFile(place, (other) =>
            deps.places.run(
              dataset.organizationId,
              (interrupted) => deps.cleaners.confirmCopies([file, other], interrupted),
              signal,
            ),
          ),
        ),
      ),
    );
  };
}

/** Rejects only after the last comparison has ended: the file that it reads is removed then. */
async function settleAll(comparisons: readonly Promise<boolean>[]): Promise<readonly boolean[]> {
  await Promise.allSettled(comparisons);
  return Promise.all(comparisons);
}
