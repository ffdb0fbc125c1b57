import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findSharedMedia } from '@assay/test-kit/fixtures';

const root = findSharedMedia('.');

/** Whether the collection of test media lies beside the project; tests that need it are skipped where it does not. */
export const hasSharedMedia = root !== undefined;

if (!hasSharedMedia) console.warn('no shared/media beside the project: tests on real files are skipped');

/** Path of a file of the collection. */
export function sharedMedia(...parts: readonly string[]): string {
  return join(root ?? '', ...parts);
}

/** Paths of all files of one folder of the collection, in the order of their names; none where it is absent. */
export function sharedFiles(folder: string): readonly string[] {
  return hasSharedMedia
    ? readdirSync(sharedMedia(folder))
        .toSorted()
        .map((name) => sharedMedia(folder, name))
    : [];
}
