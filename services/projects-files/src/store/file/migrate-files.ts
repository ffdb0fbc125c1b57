import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { nameKey } from '../../domain/file/file-name.ts';
import { mediaKindOf } from '../../domain/file/media-kind.ts';
import type { FileDocument } from './file-document.ts';

const batchSize = 500;

/**
 * Sets the media kind of a batch of unfinished files that an earlier version stored without one; false when there are none.
 * Finished files get theirs when their enrichment is repeated.
 */
export async function setMediaKinds(files: Collection<FileDocument>): Promise<boolean> {
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

/** Sets the name keys of files that an earlier version stored without one. A renamed file has one already. */
export async function setNameKeys(files: Collection<FileDocument>): Promise<void> {
  const without = files.find({ nameKey: { $exists: false } }, { projection: { organizationId: 1, name: 1 } });
  let changes: AnyBulkWriteOperation<FileDocument>[] = [];
  for await (const { _id, organizationId, name } of without) {
    const filter = { _id, organizationId, name };
    changes.push({ updateOne: { filter, update: { $set: { nameKey: nameKey(name) } } } });
    if (changes.length < batchSize) continue;
    await files.bulkWrite(changes, { ordered: false });
    changes = [];
  }
  if (changes.length > 0) await files.bulkWrite(changes, { ordered: false });
}
