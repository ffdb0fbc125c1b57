import type { Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { ApiKey } from '../domain/api-key.ts';

interface ApiKeyDocument extends Omit<ApiKey, 'id' | 'expirationDate' | 'revokedAt'> {
  readonly _id: string;
  readonly expirationDate: Date | null;
  readonly revokedAt: Date | null;
}

export interface ApiKeyStore {
  insert(key: ApiKey): Promise<void>;
  /** Inserts unless a key with the same hash exists. */
  ensure(key: ApiKey): Promise<void>;
  findByHash(keySha256: string): Promise<ApiKey | undefined>;
  findOwn(userId: string, apiKeyId: string): Promise<ApiKey | undefined>;
  /** Ends the user's key; undefined when it is not the user's or has ended before. */
  revoke(userId: string, apiKeyId: string, at: Date): Promise<ApiKey | undefined>;
}

export const apiKeyIndexes: readonly IndexSpec[] = [{ key: { keySha256: 1 }, unique: true }];

export function createApiKeyStore(db: Db): ApiKeyStore {
  const apiKeys = db.collection<ApiKeyDocument>('api_keys');
  return {
    async insert(key) {
      await apiKeys.insertOne(toDocument(key));
    },
    async ensure(key) {
      try {
        await apiKeys.insertOne(toDocument(key));
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    findByHash: async (keySha256) => toApiKey(await apiKeys.findOne({ keySha256 })),
    findOwn: async (userId, apiKeyId) => toApiKey(await apiKeys.findOne({ _id: apiKeyId, userId })),
    async revoke(userId, apiKeyId, at) {
      const update = { $set: { revokedAt: at, updatedAt: at } };
      const filter = { _id: apiKeyId, userId, revokedAt: null };
      return toApiKey(await apiKeys.findOneAndUpdate(filter, update, { returnDocument: 'after' }));
    },
  };
}

function toDocument({ id, expirationDate, revokedAt, ...fields }: ApiKey): ApiKeyDocument {
  return { _id: id, ...fields, expirationDate: expirationDate ?? null, revokedAt: revokedAt ?? null };
}

function toApiKey(document: ApiKeyDocument | null): ApiKey | undefined {
  if (document === null) return undefined;
  const { _id, expirationDate, revokedAt, ...fields } = document;
  return {
    id: _id,
    ...fields,
    expirationDate: expirationDate ?? undefined,
    revokedAt: revokedAt ?? undefined,
  };
}
