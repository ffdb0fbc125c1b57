import type { MongoConnection } from '@assay/chassis/mongo/connect';

type Db = MongoConnection['db'];

/** What is wrong with the counters of room. */
export interface RoomDrift {
  /** Counted and not there, or there and not counted, of all organizations. */
  readonly bytes: number;
  readonly files: number;
  /** Reserved by uploads that are over, and noted of files that are gone. */
  readonly stale: number;
}

interface Sized {
  readonly id: string;
  readonly bytes: number;
}

interface Counter {
  readonly _id: string;
  readonly usedBytes: number;
  readonly usedFiles: number;
  readonly revision: number;
  readonly reservations: readonly Sized[];
  readonly removals?: readonly Sized[];
}

/** Compares each counter with the files and the live uploads of its organization, without asking the service. */
export async function measureDrift(db: Db): Promise<RoomDrift> {
  let bytes = 0;
  let files = 0;
  let stale = 0;
  for (const { _id } of await countersIn(db).find().toArray()) {
    const { counter, expected } = await compare(db, _id);
    bytes += Math.abs(counter.usedBytes - expected.bytes);
    files += Math.abs(counter.usedFiles - expected.files);
    stale += expected.stale;
  }
  return { bytes, files, stale };
}

const countersIn = (db: Db) => db.collection<Counter>('storage_use');

/** As of one moment: a counter that changes meanwhile is compared again. */
async function compare(db: Db, organizationId: string) {
  for (;;) {
    const counter = await countersIn(db).findOne({ _id: organizationId });
    if (counter === null) throw new Error('a counter is gone');
    const expected = await sum(db, counter);
    const { revision } = (await countersIn(db).findOne({ _id: organizationId })) ?? {};
    if (revision === counter.revision) return { counter, expected };
  }
}

async function sum(db: Db, { _id: organizationId, reservations, removals = [] }: Counter) {
  // Files that share a derived object count as that object, once.
  const counted = [
    ['files', { organizationId, derivedObject: { $exists: false } }],
    ['derived_objects', { organizationId }],
  ] as const;
  const byId = new Map<string, number>();
  for (const [name, filter] of counted) {
    const found = db.collection<{ _id: string; sizeBytes: number }>(name).find(filter);
    for await (const { _id, sizeBytes } of found.project<{ _id: string; sizeBytes: number }>({
      sizeBytes: 1,
    }))
      byId.set(_id, sizeBytes);
  }
  const live = await liveUploads(db, organizationId);
  const dead = reservations.filter(({ id }) => !live.has(id));
  const gone = removals.filter(({ id }) => !byId.has(id));
  // What is reserved or noted counts as that, whether or not its file is there.
  for (const { id, bytes } of [...reservations, ...removals]) byId.set(id, bytes);
  const bytes = [...byId.values()].reduce((total, each) => total + each, 0);
  return { bytes, files: byId.size, stale: dead.length + gone.length };
}

async function liveUploads(db: Db, organizationId: string): Promise<ReadonlySet<string>> {
  const ids = ['uploads', 'resumable_uploads', 'dataset_uploads'].map(async (name) => {
    const found = db.collection<{ _id: string }>(name).find({ organizationId }, { projection: { _id: 1 } });
    return (await found.toArray()).map(({ _id }) => _id);
  });
  return new Set((await Promise.all(ids)).flat());
}
