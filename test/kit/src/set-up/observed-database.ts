import { connectMongo } from '@assay/chassis/mongo/connect';
import { ensureIndexes } from '@assay/chassis/mongo/indexes';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { CommandStartedEvent, Db } from 'mongodb';
import { expect, inject } from 'vitest';
import { findUncoveredQueries } from '../database/index-coverage.ts';
import { createTestPlatform } from '../test-platform.ts';

/** A new database with the declared indexes of a service, whose commands are recorded. */
export interface ObservedDatabase {
  readonly db: Db;
  /** The commands since the database was opened, or since `expectCovered` began. */
  readonly commands: readonly CommandStartedEvent[];
  /** Expects that the operation sends more commands than this number, and that a declared index serves each query. */
  expectCovered(operation: () => Promise<void>, moreThan: number): Promise<void>;
  close(): Promise<void>;
}

/** @param indexes the indexes of each collection */
export async function openObservedDatabase(
  indexes: Readonly<Record<string, readonly IndexSpec[]>>,
): Promise<ObservedDatabase> {
  const { database } = createTestPlatform();
  const { uri } = inject('servers').mongodb;
  const mongo = await connectMongo({ uri, database, appName: 'test', monitorCommands: true });
  const { db } = mongo;
  for (const [collection, specs] of Object.entries(indexes))
    await ensureIndexes(db.collection(collection), specs);
  const commands: CommandStartedEvent[] = [];
  mongo.client.on('commandStarted', (command) => commands.push(command));
  return {
    db,
    commands,
    async expectCovered(operation, moreThan) {
      commands.length = 0;
      await operation();
      expect(commands.length).toBeGreaterThan(moreThan);
      expect(await findUncoveredQueries(commands, db)).toEqual([]);
    },
    close: () => mongo.close(),
  };
}
