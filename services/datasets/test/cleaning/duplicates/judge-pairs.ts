import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { confirmNearDuplicate } from '../../../src/cleaning/images/similar/near-duplicates.ts';
import { createNearDuplicates } from '../../../src/cleaning/near-duplicates.ts';
import type {
  ComparedFile,
  ConfirmCopies,
  FileFeatures,
  Treatment,
} from '../../../src/cleaning/treatment.ts';
import type { PairVerdict } from './removal-counts.ts';

const signal = new AbortController().signal;

/** The programs that read and compare the files of a kind. */
export interface PairPrograms {
  readonly read: Treatment;
  readonly confirm: ConfirmCopies;
}

/** Writes two contents to files. */
export async function writePair(
  folder: string,
  type: string,
  contents: readonly [Uint8Array | string, Uint8Array | string],
): Promise<[ComparedFile, ComparedFile]> {
  const files = contents.map((_, at) => ({ path: join(folder, at.toString()), type, sizeBytes: 1_000_000 }));
  for (const [at, { path }] of files.entries()) await writeFile(path, contents[at] ?? '');
  return files as [ComparedFile, ComparedFile];
}

/** Describes a file that exists. */
export async function describeFile(path: string, type: string): Promise<ComparedFile> {
  return { path, type, sizeBytes: (await stat(path)).size };
}

/** Judges two files as a job does: their features first, then their content, then a change of one of them. */
export async function judgePair(
  { read, confirm }: PairPrograms,
  files: readonly [ComparedFile, ComparedFile],
): Promise<PairVerdict> {
  const a = await readFeatures(read, files[0]);
  const b = await readFeatures(read, files[1]);
  const near = createNearDuplicates();
  near.add(0, a);
  near.add(1, b);
  const isAlike =
    a.kind === 'image' && b.kind === 'image'
      ? [...near.listSimilar(0)].length > 0 && confirmNearDuplicate(a, b) !== undefined
      : near.listPairs().length > 0;
  const after = isAlike && (await confirm(files, signal));
  const isCandidate = !after && [...near.listChangeCandidates()].length > 0;
  const change = isCandidate ? near.findChange(a, b)?.change : undefined;
  const isUndone = change?.changed !== undefined && (await confirm(files, signal, change));
  const listed = !after && (isAlike || change !== undefined);
  return { before: isAlike, after, listed, onRequest: after || isUndone };
}

async function readFeatures(read: Treatment, file: ComparedFile): Promise<FileFeatures> {
  const result = await read({ ...file, outputFolder: '', name: '', sha256: '' }, signal);
  const features = result.outcome === 'unchanged' ? result.features : undefined;
  if (features === undefined) throw new Error(`the file has no features: ${JSON.stringify(result)}`);
  return features;
}
