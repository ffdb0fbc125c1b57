import type { AuditedCall, AuditedChange } from '@assay/chassis/audit';
import { actionAudited } from '@assay/chassis/events/audit';
import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents, newOutbox, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import type { ApiKey, ApiKeyFields } from '../domain/api-key/api-key.ts';
import { toApiKey, toDocument, toStoredFields } from './api-key-document.ts';
import type { ApiKeyDocument } from './api-key-document.ts';

/** Every change publishes ActionAudited. */
export interface ApiKeyStore {
  /**
   * Inserts a key, or takes it back when `judge`, which is given the owner's keys that were not revoked and this one among
   * them, throws: of many keys made at once none comes to be beyond a limit. False: there is a key of that id already.
   */
  insert(call: AuditedCall, key: ApiKey, judge: (keys: readonly ApiKey[]) => void): Promise<boolean>;
  /** Inserts a key unless one with the same hash exists. It is not audited, since no user does it. */
  ensure(key: ApiKey): Promise<void>;
  findByHash(keySha256: string): Promise<ApiKey | undefined>;
  findOwn(userId: string, apiKeyId: string): Promise<ApiKey | undefined>;
  /** Those of the keys that there are, revoked or not. */
  findOwnMany(userId: string, apiKeyIds: readonly string[]): Promise<readonly ApiKey[]>;
  /** The keys that were made with a key, and with those, and so on. */
  descendantIds(userId: string, apiKeyId: string): Promise<readonly string[]>;
  /** The keys that were not revoked, newest first. */
  listOwn(userId: string): Promise<readonly ApiKey[]>;
  /** Undefined: the key was changed since it was read, or revoked. */
  change(call: AuditedCall, key: ApiKey, change: FieldsChange): Promise<ApiKey | undefined>;
  /** Undefined: the key is another user's, or was revoked before. */
  revoke(call: AuditedCall, revocation: Revocation): Promise<ApiKey | undefined>;
}

export interface FieldsChange {
  readonly action: string;
  readonly fields: ApiKeyFields;
  /** After the key's last change. */
  readonly at: Date;
}

export interface Revocation {
  readonly userId: string;
  readonly apiKeyId: string;
  readonly at: Date;
}

export const apiKeyCollection = 'api_keys';

export const apiKeyIndexes: readonly IndexSpec[] = [
  { key: { keySha256: 1 }, unique: true },
  { key: { userId: 1, revokedAt: 1, createdAt: -1, _id: -1 } },
  { key: { userId: 1, ancestorIds: 1 } },
  ...outboxIndexes,
];

const newestFirst = { createdAt: -1, _id: -1 } as const;
const own = { projection: withoutOutbox } as const;
const after = { returnDocument: 'after', ...own } as const;

export function createApiKeyStore(db: Db, relay: Pick<Relay, 'notify'>): ApiKeyStore {
  const apiKeys = db.collection<ApiKeyDocument>(apiKeyCollection);
  const findOne = async (filter: Partial<ApiKeyDocument>) => toApiKey(await apiKeys.findOne(filter, own));
  const published = (changed: ApiKeyDocument | null): ApiKey | undefined => {
    if (changed !== null) relay.notify(apiKeyCollection, changed._id);
    return toApiKey(changed);
  };
  const listOwn = async (userId: string) => {
    const found = apiKeys.find({ userId, revokedAt: null }, own).sort(newestFirst);
    return (await found.toArray()).map((document) => toApiKey(document));
  };
  return {
    async insert(call, key, judge) {
      const change = audited('api_key.create', key.id, key.createdAt);
      const outbox = newOutbox(actionAudited(call, change));
      const isNew = await insertNew(apiKeys, { ...toDocument(key), ...outbox });
      if (!isNew) return false;
      try {
        judge(await listOwn(key.userId));
      } catch (error) {
        await apiKeys.deleteOne({ _id: key.id });
        throw error;
      }
      relay.notify(apiKeyCollection, key.id);
      return true;
    },
    async ensure(key) {
      await insertNew(apiKeys, toDocument(key));
    },
    findByHash: (keySha256) => findOne({ keySha256 }),
    findOwn: (userId, apiKeyId) => findOne({ _id: apiKeyId, userId }),
    async findOwnMany(userId, apiKeyIds) {
      const found = apiKeys.find({ _id: { $in: [...apiKeyIds] }, userId }, own);
      return (await found.toArray()).map((document) => toApiKey(document));
    },
    async descendantIds(userId, apiKeyId) {
      const found = apiKeys.find({ userId, ancestorIds: apiKeyId }, { projection: { _id: 1 } });
      return (await found.toArray()).map(({ _id }) => _id);
    },
    listOwn,
    async change(call, { id, userId, updatedAt }, { action, fields, at }) {
      const filter = { _id: id, userId, revokedAt: null, updatedAt };
      const events = appendEvents(actionAudited(call, audited(action, id, at)));
      const $set = { ...toStoredFields(fields), updatedAt: at };
      return published(await apiKeys.findOneAndUpdate(filter, { $set, ...events }, after));
    },
    async revoke(call, { userId, apiKeyId, at }) {
      const filter = { _id: apiKeyId, userId, revokedAt: null };
      const events = appendEvents(actionAudited(call, audited('api_key.revoke', apiKeyId, at)));
      const $set = { revokedAt: at, updatedAt: at };
      return published(await apiKeys.findOneAndUpdate(filter, { $set, ...events }, after));
    },
  };
}

function audited(action: string, targetId: string, at: Date): AuditedChange {
  return { action, targetType: 'api_key', targetId, at };
}
