import type { Db } from 'mongodb';

interface MigrationDocument {
  /** The migration's name. */
  readonly _id: string;
  readonly lastRunAt: Date;
}

/** Which migrations were done; a restored database has those of its backup. */
export const recordedMigrations = 'migrations';

export async function recordMigration(db: Db, name: string): Promise<void> {
  const migrations = db.collection<MigrationDocument>(recordedMigrations);
  await migrations.updateOne({ _id: name }, { $set: { lastRunAt: new Date() } }, { upsert: true });
}

/** Of these migrations those that never ran to their end. */
export async function findMissingMigrations(db: Db, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const filter = { _id: { $in: [...names] } };
  const found = await db.collection<MigrationDocument>(recordedMigrations).find(filter).toArray();
  const done = new Set(found.map(({ _id }) => _id));
  return names.filter((name) => !done.has(name));
}
