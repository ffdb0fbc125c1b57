import type { Db } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { removedWith } from '@assay/chassis/mongo/removed-with';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { InputDataPlace, InputDataSet, InputDataSummary } from '../domain/input-data/input-data-set.ts';

export const inputDataCollection = 'input_data_sets';

export const inputDataIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, shownIn: 1, ...newestFirst.sort } },
];

/** Sets of input data, each with its lists in one document, which its limits keep below MongoDB's. */
export interface InputDataStore {
  /** Resolves to the stored one: this, or the one of that id that an earlier attempt inserted. */
  insert(dataSet: InputDataSet): Promise<InputDataSet>;
  /** Where it is shown. */
  find(organizationId: string, place: InputDataPlace): Promise<InputDataSet | undefined>;
  /** Those that are shown in a project, newest first. */
  list(organizationId: string, projectId: string, page: Page): Promise<PageOf<InputDataSummary>>;
  /** `changed`: it is not as it was before, or gone. */
  replace(before: InputDataSet, changed: InputDataSet): Promise<'done' | 'in use' | 'changed'>;
  /** Locks a set that is visible in the project, and returns it: no call changes or deletes it afterwards. */
  markUsed(organizationId: string, place: InputDataPlace): Promise<InputDataSet | undefined>;
  /** False: a job uses it. */
  remove(organizationId: string, dataSetId: string): Promise<boolean>;
  /** Those that are shown in that project alone. */
  removeOfProject(organizationId: string, projectId: string): Promise<void>;
}

interface InputDataDocument extends Mapped<InputDataSet, 'description' | 'encoding'> {
  /** A project, or `everywhere`. */
  readonly shownIn: string;
  readonly isUsed: boolean;
  readonly listCount: number;
  readonly valueCount: number;
}

/** No project has this id. */
const everywhere = '*';

const plain = createDocumentMapper<InputDataSet, InputDataDocument>({
  nullable: ['description', 'encoding'],
  internal: ['shownIn', 'isUsed', 'listCount', 'valueCount'],
});

export function createInputDataStore(db: Db): InputDataStore {
  const collection = db.collection<InputDataDocument>(inputDataCollection);
  return {
    async insert(dataSet) {
      const document = plain.toDocument(dataSet, { ...derive(dataSet), isUsed: false });
      return plain.toDomain(await insertOrFind(collection, document));
    },
    async find(organizationId, { projectId, dataSetId }) {
      const found = await collection.findOne({ _id: dataSetId, organizationId, shownIn: shownIn(projectId) });
      return found === null ? undefined : plain.toDomain(found);
    },
    async list(organizationId, projectId, page) {
      const filter = { organizationId, shownIn: shownIn(projectId) };
      const query = { filter, order: newestFirst, projection: { lists: 0, groups: 0 } };
      const { items, ...facts } = await findPage(collection, query, page);
      return { items: items.map(toSummary), ...facts };
    },
    async replace({ organizationId, revision }, { id, ...fields }) {
      const filter = { _id: id, organizationId };
      const $set = { ...plain.toFields(fields), ...derive(fields) };
      const { matchedCount } = await collection.updateOne({ ...filter, revision, isUsed: false }, { $set });
      if (matchedCount > 0) return 'done';
      return (await collection.countDocuments({ ...filter, isUsed: true })) > 0 ? 'in use' : 'changed';
    },
    async markUsed(organizationId, { projectId, dataSetId }) {
      const filter = { _id: dataSetId, organizationId, shownIn: shownIn(projectId) };
      const options = { returnDocument: 'after' } as const;
      const found = await collection.findOneAndUpdate(filter, { $set: { isUsed: true } }, options);
      return found === null ? undefined : plain.toDomain(found);
    },
    async remove(organizationId, dataSetId) {
      const filter = { _id: dataSetId, organizationId };
      const { deletedCount } = await collection.deleteOne({ ...filter, isUsed: false });
      return deletedCount > 0 || (await collection.countDocuments(filter)) === 0;
    },
    removeOfProject: removedWith(collection, 'shownIn'),
  };
}

function shownIn(projectId: string) {
  return { $in: [projectId, everywhere] };
}

/** Returns the fields that lists and counts read. */
function derive({ scope, projectId, lists }: Omit<InputDataSet, 'id'>) {
  return {
    shownIn: scope === 'organization' ? everywhere : projectId,
    listCount: lists.length,
    valueCount: lists.reduce((sum, { values }) => sum + values.length, 0),
  };
}

function toSummary(document: InputDataDocument): InputDataSummary {
  const { _id: id, organizationId, projectId, name, description, scope, language, uploaderId } = document;
  const { listCount, valueCount, createdAt, updatedAt } = document;
  return {
    id,
    organizationId,
    projectId,
    name,
    description: description ?? undefined,
    scope,
    language,
    uploaderId,
    listCount,
    valueCount,
    createdAt,
    updatedAt,
  };
}
