import { BSON } from 'mongodb';
import { connectMongo } from '@assay/chassis/mongo/connect';
import type { ObjectStorage } from '@assay/chassis/storage/object-storage';

/** The bytes of all objects in the bucket and of all documents of services. */
export interface StoredBytes {
  readonly objects: number;
  readonly documents: number;
}

interface Stored {
  readonly uri: string;
  readonly databases: readonly string[];
  readonly storage: Pick<ObjectStorage, 'list'>;
}

export async function measureStored({ uri, databases, storage }: Stored): Promise<StoredBytes> {
  let objects = 0;
  for await (const page of storage.list()) {
    for (const { sizeBytes } of page) objects += sizeBytes;
  }
  let documents = 0;
  for (const database of databases) documents += await measureDatabase(uri, database);
  return { objects, documents };
}

async function measureDatabase(uri: string, database: string): Promise<number> {
  const mongo = await connectMongo({ uri, database, appName: 'bench' });
  let bytes = 0;
  for (const { collectionName } of await mongo.db.collections()) {
    for await (const document of mongo.db.collection(collectionName).find())
      bytes += BSON.calculateObjectSize(document);
  }
  await mongo.close();
  return bytes;
}
