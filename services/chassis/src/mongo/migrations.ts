import type { Db } from 'mongodb';

interface MigrationDocument {
  /** The name of the migration. */
  readonly _id: string;
  readonly lastRunAt: Date;
}

/** The collection of completed migrations. Backups contain it, so a restored database has the migrations of its backup. */
export const recordedMigrations = 'migrations';

export async function recordMigration(db: Db, name: string): Promise<void> {
  const migrations = db.collection<MigrationDocument>(recordedMigrations);
  await migrations.updateOne({ _id: name }, { $set: { lastRunAt: new Date() } }, { upsert: true });
}

/** Returns the names of the migrations that have never completed. */
export async function findMissingMigrations(db: Db, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const filter = { _id: { $in: [...names] } };
  const found = await db.collection<MigrationDocument>(recordedMigrations).find(filter).toArray();
  const done = new Set(found.map(({ _id }) => _id));
  return names.filter((name) => !done.has(name));
}
