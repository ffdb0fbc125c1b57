import { connectMongo } from '@assay/chassis/mongo/connect';
import { BSON } from 'mongodb';
import type { Db, Document } from 'mongodb';

/** What an operation cost at the database. */
export interface WireCost {
  /** Of all commands and replies, as BSON. */
  readonly bytes: number;
  readonly documents: number;
  readonly commands: number;
}

export interface WireMeter {
  readonly db: Db;
  measure(operation: () => Promise<unknown>): Promise<WireCost>;
  close(): Promise<void>;
}

/** A connection whose driver reports every command and reply. */
export async function openWireMeter(uri: string, database: string): Promise<WireMeter> {
  const mongo = await connectMongo({ uri, database, appName: 'bench', monitorCommands: true });
  let bytes = 0;
  let documents = 0;
  let commands = 0;
  mongo.client.on('commandStarted', ({ command }) => {
    bytes += BSON.calculateObjectSize(command);
    commands += 1;
  });
  mongo.client.on('commandSucceeded', ({ reply }) => {
    bytes += BSON.calculateObjectSize(reply as Document);
    documents += documentsIn(reply as Document);
  });
  return {
    db: mongo.db,
    async measure(operation) {
      [bytes, documents, commands] = [0, 0, 0];
      await operation();
      return { bytes, documents, commands };
    },
    close: () => mongo.close(),
  };
}

function documentsIn({ cursor, value }: Document): number {
  const { firstBatch = [], nextBatch = [] } = (cursor ?? {}) as Record<string, readonly unknown[]>;
  return firstBatch.length + nextBatch.length + (value === undefined || value === null ? 0 : 1);
}
