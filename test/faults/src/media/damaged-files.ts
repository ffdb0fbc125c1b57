import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { damageBytes } from '@assay/test-kit/media/damage-bytes';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import { createRandom } from '@assay/test-kit/seeded-random';
import { declaredType, isHostile, mediaFiles } from './collection.ts';
import type { MediaFile } from './collection.ts';

/** A file to be sent, made when its turn comes. */
export interface HostileFile {
  readonly name: string;
  readonly type: string;
  readonly read: () => Promise<Buffer>;
}

/** Larger ones say no more and take longer. */
const maxOriginalBytes = 1_500_000;

/** The hostile files of the collection. */
export function hostileFiles(): readonly HostileFile[] {
  return mediaFiles()
    .filter(isHostile)
    .map((file) => ({ name: basename(file.path), type: declaredType(file), read: () => contentOf(file) }));
}

/** Copies of genuine files in which bits are turned: images, sound, video and documents in equal parts, the same for the same seed. */
export function damagedFiles(count: number, seed: number): readonly HostileFile[] {
  const random = createRandom(seed);
  const originals = mediaFiles().filter((file) => !isHostile(file) && file.bytes <= maxOriginalBytes);
  const byCategory = Object.values(Object.groupBy(originals, categoryOf));
  return Array.from({ length: count }, (_, index) => {
    const original = random.pick(byCategory[index % byCategory.length] ?? []);
    // Each has a seed of its own, so that it is the same whatever was made before it.
    const own = random.below(2 ** 31);
    if (original === undefined) throw new Error('there is no genuine file to damage');
    return {
      name: `${index.toString()} ${basename(original.path)}`,
      type: declaredType(original),
      read: async () => damageBytes(createRandom(own), await contentOf(original)),
    };
  });
}

function categoryOf(file: MediaFile): string {
  const [category = ''] = declaredType(file).split('/');
  return category;
}

const contentOf = (file: MediaFile): Promise<Buffer> => readFile(findSharedMedia(file.path) ?? '');
