import type { Db, Filter } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { removedWith } from '@assay/chassis/mongo/removed-with';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { ContextRef, VerificationContext } from '../domain/context/verification-context.ts';

export const contextCollection = 'contexts';

export const contextIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, projectId: 1, ...newestFirst.sort } },
];

/** Saved claims, a set in one document. */
export interface ContextStore {
  /** Resolves to the stored one: this, or the one of that id that an earlier attempt inserted. */
  insert(context: VerificationContext): Promise<VerificationContext>;
  find(organizationId: string, ref: ContextRef): Promise<VerificationContext | undefined>;
  /** Newest first. */
  list(of: ContextsOf, page: Page): Promise<PageOf<VerificationContext>>;
  /** False: it is not as it was before, or gone. */
  replace(before: VerificationContext, changed: VerificationContext): Promise<boolean>;
  /** False when there is none. */
  remove(organizationId: string, ref: ContextRef): Promise<boolean>;
  removeOfProject(organizationId: string, projectId: string): Promise<void>;
}

export interface ContextsOf {
  readonly organizationId: string;
  /** Undefined: of every project. */
  readonly projectId?: string;
}

type ContextDocument = Mapped<VerificationContext, 'description'>;

const { toDocument, toDomain, toFields } = createDocumentMapper<VerificationContext, ContextDocument>({
  nullable: ['description'],
});

export function createContextStore(db: Db): ContextStore {
  const collection = db.collection<ContextDocument>(contextCollection);
  return {
    insert: async (context) => toDomain(await insertOrFind(collection, toDocument(context))),
    async find(organizationId, ref) {
      const found = await collection.findOne(filterOf(organizationId, ref));
      return found === null ? undefined : toDomain(found);
    },
    async list(of, page) {
      const { items, ...facts } = await findPage(collection, { filter: of, order: newestFirst }, page);
      return { items: items.map(toDomain), ...facts };
    },
    async replace({ id, organizationId, revision }, { id: _id, ...fields }) {
      const filter = { _id: id, organizationId, revision };
      return (await collection.updateOne(filter, { $set: toFields(fields) })).matchedCount === 1;
    },
    async remove(organizationId, ref) {
      return (await collection.deleteOne(filterOf(organizationId, ref))).deletedCount === 1;
    },
    removeOfProject: removedWith(collection, 'projectId'),
  };
}

function filterOf(organizationId: string, { projectId, contextId }: ContextRef): Filter<ContextDocument> {
  return { _id: contextId, organizationId, projectId };
}
