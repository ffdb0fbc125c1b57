import type { Collection, Db } from 'mongodb';
import { actionAudited } from '@assay/chassis/events/audit';
import type { AuditedCall } from '@assay/chassis/events/audit';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { DomainError } from '@assay/chassis/errors';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { appendEvents, newOutbox, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { NamedOutboxDocument } from '@assay/chassis/mongo/outbox-writer';
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
interface DatasetDocument extends NamedOutboxDocument, Mapped<Dataset, 'description'> {
  readonly cleaningVersionId?: string;
  /** When the version took the place. Documents of earlier releases lack it. */
  readonly cleaningTakenAt?: Date;
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
  findCleaning(organizationId: string, datasetId: string): Promise<HeldCleaning | undefined>;
  /** Takes the place for cleaning jobs from `before`. Resolves to false when another version took it. */
  takeCleaning(organizationId: string, datasetId: string, take: CleaningPlace): Promise<boolean>;
  /** Gives the place back if the version still holds it: its job did not start. */
  freeCleaning(organizationId: string, datasetId: string, versionId: string): Promise<void>;
  /** Publishes an event about a part of the dataset. */
  publish(organizationId: string, datasetId: string, event: OutboxEntry): Promise<void>;
}

/** The holder of the place for cleaning jobs. */
interface HeldCleaning {
  readonly versionId: string;
  readonly takenAt: Date | undefined;
}

interface CleaningPlace {
  readonly before: string | undefined;
  readonly versionId: string;
  readonly now: Date;
}

const { toDocument, toDomain, toFields } = createDocumentMapper<Dataset, DatasetDocument>({
  nullable: ['description'],
  internal: ['cleaningVersionId', 'cleaningTakenAt'],
});

export function createDatasetStore(db: Db, relay: Pick<Relay, 'notify'>): DatasetStore {
  const collection = db.collection<DatasetDocument>(datasetCollection);
  const projection = withoutOutbox;
  const write = createOutboxWriter(collection, relay);
  return {
    ...createCleaningPlace(collection),
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
    async publish(organizationId, datasetId, event) {
      await write({ _id: datasetId, organizationId }, appendEvents(event));
    },
  };
}

function createCleaningPlace(
  collection: Collection<DatasetDocument>,
): Pick<DatasetStore, 'findCleaning' | 'takeCleaning' | 'freeCleaning'> {
  return {
    async findCleaning(organizationId, datasetId) {
      const found = await collection.findOne({ _id: datasetId, organizationId });
      const { cleaningVersionId: versionId, cleaningTakenAt: takenAt } = found ?? {};
      return versionId === undefined ? undefined : { versionId, takenAt };
    },
    async takeCleaning(organizationId, datasetId, { before, versionId, now }) {
      const held = before ?? ({ $exists: false } as const);
      const { matchedCount } = await collection.updateOne(
        { _id: datasetId, organizationId, cleaningVersionId: held },
        { $set: { cleaningVersionId: versionId, cleaningTakenAt: now } },
      );
      return matchedCount === 1;
    },
    async freeCleaning(organizationId, datasetId, versionId) {
      await collection.updateOne(
        { _id: datasetId, organizationId, cleaningVersionId: versionId },
        { $unset: { cleaningVersionId: true, cleaningTakenAt: true } },
      );
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
