import type { Db } from 'mongodb';
import { actionAudited } from '@assay/chassis/events/audit';
import type { AuditedCall } from '@assay/chassis/events/audit';
import type { Relay } from '@assay/chassis/mongo/relay';
import { createTombstones, tombstoneIndexes } from '@assay/chassis/work/tombstones';
import type { Tombstone, Tombstones } from '@assay/chassis/work/tombstones';
import { datasetDeleted } from '../events/deletion-events.ts';

export const tombstoneCollection = 'tombstones';
export { tombstoneIndexes };

/** The deleted datasets. */
export interface TombstoneStore extends Omit<Tombstones<Tombstone>, 'insert'> {
  /** Decides a deletion, with its event and its audit event in the outbox. Does nothing when it was decided before. */
  insert(tombstone: Tombstone, call: AuditedCall): Promise<void>;
}

export function createTombstoneStore(db: Db, relay: Pick<Relay, 'notify'>): TombstoneStore {
  const tombstones = createTombstones(db, relay, {
    collection: tombstoneCollection,
    deleted: datasetDeleted,
  });
  return {
    ...tombstones,
    insert(tombstone, call) {
      const { id: targetId, deletedAt: at } = tombstone;
      const change = { action: 'dataset.delete', targetType: 'dataset', targetId, at };
      return tombstones.insert(tombstone, call, actionAudited(call, change));
    },
  };
}
