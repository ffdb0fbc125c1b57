import type { Db } from 'mongodb';
import { actionAudited } from '@assay/chassis/events/audit';
import type { AuditedCall } from '@assay/chassis/events/audit';
import { DomainError } from '@assay/chassis/errors';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { newOutbox, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Dataset, DatasetChanges, Modality } from '../domain/dataset/dataset.ts';

export const datasetCollection = 'datasets';

export const datasetIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { organizationId: 1, internalId: 1 }, unique: true },
  { key: { organizationId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, modality: 1, ...newestFirst.sort } },
];

/** A dataset in MongoDB. `cleaningVersionId` names the version whose cleaning job runs, or ran last. */
interface DatasetDocument extends OutboxDocument, Mapped<Dataset, 'description'> {
  readonly cleaningVersionId?: string;
}

export interface DatasetStore {
  /**
   * Inserts a dataset with its audit event, and returns the stored one: a repeated insert returns the first. ALREADY_EXISTS with reason
   * INTERNAL_ID_TAKEN.
   */
  insert(dataset: Dataset, call: AuditedCall): Promise<Dataset>;
  find(organizationId: string, datasetId: string): Promise<Dataset | undefined>;
  list(
    organizationId: string,
    filter: { readonly modality: Modality | undefined },
    page: Page,
  ): Promise<PageOf<Dataset>>;
  /** Returns the changed dataset, or undefined when it does not exist. */
  update(
    organizationId: string,
    datasetId: string,
    update: { readonly change: DatasetChanges; readonly now: Date },
  ): Promise<Dataset | undefined>;
  remove(organizationId: string, datasetId: string): Promise<void>;
  /** Returns the version that holds the only place for cleaning jobs; undefined if none has held it yet. */
  findCleaning(organizationId: string, datasetId: string): Promise<string | undefined>;
  /** Takes the place for cleaning jobs from `before`. Resolves to false when another version took it. */
  takeCleaning(organizationId: string, datasetId: string, take: CleaningPlace): Promise<boolean>;
}

interface CleaningPlace {
  readonly before: string | undefined;
  readonly versionId: string;
}

const { toDocument, toDomain, toFields } = createDocumentMapper<Dataset, DatasetDocument>({
  nullable: ['description'],
  internal: ['cleaningVersionId'],
});

export function createDatasetStore(db: Db, relay: Pick<Relay, 'notify'>): DatasetStore {
  const collection = db.collection<DatasetDocument>(datasetCollection);
  const projection = withoutOutbox;
  return {
    async insert(dataset, call) {
      const change = {
        action: 'dataset.create',
        targetType: 'dataset',
        targetId: dataset.id,
        at: dataset.createdAt,
      };
      const document = toDocument(dataset, newOutbox(actionAudited(call, change)));
      try {
        const stored = toDomain(await insertOrFind(collection, document));
        relay.notify(datasetCollection, dataset.id);
        return stored;
      } catch (error) {
        throw isDuplicateKey(error) ? internalIdTaken(dataset.internalId) : error;
      }
    },
    async find(organizationId, datasetId) {
      const found = await collection.findOne({ _id: datasetId, organizationId }, { projection });
      return found === null ? undefined : toDomain(found);
    },
    async list(organizationId, { modality }, page) {
      const filter = { organizationId, ...(modality !== undefined && { modality }) };
      const { items, ...facts } = await findPage(
        collection,
        { filter, order: newestFirst, projection },
        page,
      );
      return { items: items.map(toDomain), ...facts };
    },
    async update(organizationId, datasetId, { change, now }) {
      const found = await collection.findOneAndUpdate(
        { _id: datasetId, organizationId },
        { $set: { ...toFields(change), updatedAt: now } },
        { returnDocument: 'after', projection },
      );
      return found === null ? undefined : toDomain(found);
    },
    async remove(organizationId, datasetId) {
      await collection.deleteOne({ _id: datasetId, organizationId });
    },
    async findCleaning(organizationId, datasetId) {
      const found = await collection.findOne({ _id: datasetId, organizationId });
      return found?.cleaningVersionId;
    },
    async takeCleaning(organizationId, datasetId, { before, versionId }) {
      const held = before ?? ({ $exists: false } as const);
      const { matchedCount } = await collection.updateOne(
        { _id: datasetId, organizationId, cleaningVersionId: held },
        { $set: { cleaningVersionId: versionId } },
      );
      return matchedCount === 1;
    },
  };
}

function internalIdTaken(internalId: string): DomainError {
  return new DomainError(
    'ALREADY_EXISTS',
    'INTERNAL_ID_TAKEN',
    'Another dataset of the organization has this internalId. Choose another one.',
    { details: { internalId } },
  );
}
