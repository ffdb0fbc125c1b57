import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import type { Check } from '../checks/check.ts';
import { createSubject, runChecks } from '../checks/run-checks.ts';
import { conclude } from '../domain/fusion/conclude.ts';
import type { Conclusion } from '../domain/fusion/conclusion.ts';
import { innocentVariants, makeVariant } from './innocent-variants.ts';

export interface Judged {
  readonly group: string;
  readonly name: string;
  readonly conclusion: Conclusion;
}

interface Sample {
  readonly group: string;
  readonly name: string;
  readonly mimeType: string;
  readonly path: string;
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.heic': 'image/heic',
  '.heif': 'image/heic',
};

export interface Evaluation {
  readonly mediaFolder: string;
  /** Folders in it: `photos`, `c2pa`, `synthetic`. */
  readonly groups: readonly string[];
  readonly checks: readonly Check[];
  /** Take every nth file of a group; 1 takes all. */
  readonly every?: number;
}

/** Runs the checks on labelled files and on innocent variants of the photographs, and concludes on each. */
export async function* evaluate({
  mediaFolder,
  groups,
  checks,
  every = 1,
}: Evaluation): AsyncGenerator<Judged> {
  for (const group of groups) {
    const samples = (await samplesOf(mediaFolder, group)).filter((_sample, index) => index % every === 0);
    for (const sample of samples) {
      yield await judge(sample, checks);
      if (group === 'photos' && sample.mimeType === 'image/jpeg') yield* await judgeVariants(sample, checks);
    }
  }
}

async function samplesOf(mediaFolder: string, group: string): Promise<Sample[]> {
  const names = (await readdir(path.join(mediaFolder, group))).sort();
  return names.flatMap((name) => {
    const mimeType = mimeTypes[path.extname(name).toLowerCase()];
    return mimeType === undefined
      ? []
      : [{ group, name, mimeType, path: path.join(mediaFolder, group, name) }];
  });
}

const temporaryFolders = createTemporaryFolders(path.join(tmpdir(), 'assay-evaluation'));

function judgeVariants({ path: source, name }: Sample, checks: readonly Check[]): Promise<Judged[]> {
  return temporaryFolders.with(async (folder) => {
    const file = path.join(folder, 'variant');
    const judged: Judged[] = [];
    for (const { name: group, mimeType, make } of innocentVariants) {
      await writeFile(file, await makeVariant(source, make));
      judged.push(await judge({ group, name, mimeType, path: file }, checks));
    }
    return judged;
  });
}

async function judge(sample: Sample, checks: readonly Check[]): Promise<Judged> {
  const bytes = await readFile(sample.path);
  const subject = createSubject({ ...sample, bytes, enrichment: {}, claims: {} });
  const conclusion = conclude(await runChecks(checks, subject));
  return { group: sample.group, name: sample.name, conclusion };
}
