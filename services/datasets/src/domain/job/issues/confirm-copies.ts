import type { ImageChange } from '../../../cleaning/images/changed/image-change.ts';
import type { SourceFile } from '../../../cleaning/treatment.ts';
import type { Deps } from '../../../deps.ts';
import { buildObjectKey } from '../../content/object-key.ts';
import type { FileEntry } from '../../content/segment.ts';
import type { Dataset } from '../../dataset/dataset.ts';
import type { ChangeSearch } from '../grouping/group-changed-copies.ts';
import type { Grouping } from '../grouping/group-similar-files.ts';

export type ConfirmDeps = Pick<Deps, 'cleaners' | 'localCopies' | 'places'>;

/** The files of a job, whose content is compared. */
export interface ComparedFiles {
  readonly dataset: Dataset;
  /** The entry of each file, at its place. */
  readonly entries: readonly FileEntry[];
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The comparisons of the content of files. */
interface Confirmation {
  /** Compares a kept file with others. It is downloaded once for several of them. */
  readonly confirm: Grouping['confirm'];
  readonly confirmChange: ChangeSearch['confirm'];
}

/** Creates the comparisons of the content of files. */
export function createConfirmation(
  deps: ConfirmDeps,
  { dataset, entries, folder, signal }: ComparedFiles,
): Confirmation {
  const withFile = <T>(place: number, use: (file: SourceFile) => Promise<T>): Promise<T> => {
    const entry = entries[place];
    if (entry === undefined) throw new RangeError('the job has no file at this place');
    const storageKey = buildObjectKey(dataset, entry);
    return deps.localCopies.with(folder, { ...entry, storageKey }, use);
  };
  const compare = (files: readonly [SourceFile, SourceFile], change?: ImageChange): Promise<boolean> =>
    deps.places.run(
      dataset.organizationId,
      (interrupted) => deps.cleaners.confirmCopies(files, interrupted, change),
      signal,
    );
  const confirm: Grouping['confirm'] = async (kept, others) => {
    // The features of audio files are equal only if all their samples are.
    if (entries[kept]?.type.startsWith('audio/') === true) return others.map(() => true);
    return withFile(kept, (file) =>
      settleAll(others.map((place) => withFile(place, (other) => compare([file, other])))),
    );
  };
  return {
    confirm,
    confirmChange: (a, b, change) =>
      withFile(a, (first) => withFile(b, (second) => compare([first, second], change))),
  };
}

/** Rejects only after the last comparison has ended: the file that it reads is removed then. */
async function settleAll(comparisons: readonly Promise<boolean>[]): Promise<readonly boolean[]> {
  await Promise.allSettled(comparisons);
  return Promise.all(comparisons);
}
