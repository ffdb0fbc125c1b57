import type { Collection, Db } from 'mongodb';
import { mediaKindOf } from '../domain/file/media-kind.ts';
import type { FileDocument } from './file-document.ts';
import { fileCollection } from './file-store.ts';

const batchSize = 500;

/**
 * Gives their kind to unfinished files that were stored without, by a version that did not know of kinds; false when there are
 * none. Others need none until they are read again.
 */
export async function markMediaKinds(files: Collection<FileDocument>): Promise<boolean> {
  const unmarked = {
    enrichmentStatus: { $in: ['pending', 'running'] },
    mediaKind: { $exists: false },
  } as const;
  const projection = { organizationId: 1, mimeType: 1 };
  const found = await files.find(unmarked, { projection }).limit(batchSize).toArray();
  const changes = found.map(({ _id, organizationId, mimeType }) => {
    const update = { $set: { mediaKind: mediaKindOf(mimeType) } };
    return { updateOne: { filter: { _id, organizationId }, update } };
  });
  if (changes.length > 0) await files.bulkWrite(changes, { ordered: false });
  return changes.length > 0;
}

export async function migrateMediaKinds(db: Db): Promise<void> {
  while (await markMediaKinds(db.collection<FileDocument>(fileCollection)));
}
