import type { Db } from 'mongodb';
import type { Relay } from '@assay/chassis/mongo/relay';
import { createTombstones, tombstoneIndexes } from '@assay/chassis/work/tombstones';
import type { Tombstones } from '@assay/chassis/work/tombstones';
import type { Tombstone } from '../domain/deletion/tombstone.ts';
import { deleted } from '../events/deletion-events.ts';

export const tombstoneCollection = 'tombstones';
export { tombstoneIndexes };

/** The deleted files and projects. */
export type TombstoneStore = Tombstones<Tombstone>;

export function createTombstoneStore(db: Db, relay: Pick<Relay, 'notify'>): TombstoneStore {
  return createTombstones(db, relay, { collection: tombstoneCollection, deleted });
}
