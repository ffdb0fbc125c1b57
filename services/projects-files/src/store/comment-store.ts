import type { Db } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Comment, CommentChanges, CommentFilter } from '../domain/comment/comment.ts';

export const commentCollection = 'comments';

export const commentIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, projectId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, fileId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, workflowId: 1, ...newestFirst.sort } },
];

export interface CommentStore {
  /** Resolves to the stored one: this, or the one of that id that an earlier attempt inserted. */
  insert(comment: Comment): Promise<Comment>;
  find(organizationId: string, commentId: string): Promise<Comment | undefined>;
  /** Newest first. */
  list(organizationId: string, filter: CommentFilter, page: Page): Promise<PageOf<Comment>>;
  /** Undefined when there is none. */
  update(organizationId: string, commentId: string, update: CommentUpdate): Promise<Comment | undefined>;
  /** The comment as it was; undefined when there is none. */
  remove(organizationId: string, commentId: string): Promise<Comment | undefined>;
  /** Removes the comments about a deleted subject; returns their number. */
  removeAbout(organizationId: string, gone: GoneSubject): Promise<number>;
}

export type GoneSubject =
  { readonly fileId: string } | { readonly workflowId: string } | { readonly projectId: string };

export interface CommentUpdate {
  readonly change: CommentChanges;
  readonly now: Date;
}

const nullable = ['fileId', 'workflowId', 'parentCommentId', 'image', 'time'] as const;

type CommentDocument = Mapped<Comment, (typeof nullable)[number]>;

const { toDocument, toDomain, toFields } = createDocumentMapper<Comment, CommentDocument>({ nullable });

export function createCommentStore(db: Db): CommentStore {
  const collection = db.collection<CommentDocument>(commentCollection);
  return {
    insert: async (comment) => toDomain(await insertOrFind(collection, toDocument(comment))),
    async find(organizationId, commentId) {
      const found = await collection.findOne({ _id: commentId, organizationId });
      return found === null ? undefined : toDomain(found);
    },
    async list(organizationId, given, page) {
      const filter = { organizationId, ...narrowest(given) };
      const { items, ...facts } = await findPage(collection, { filter, order: newestFirst }, page);
      return { items: items.map(toDomain), ...facts };
    },
    async update(organizationId, commentId, { change, now }) {
      const $set = { ...toFields(change), updatedAt: now };
      const options = { returnDocument: 'after' } as const;
      const found = await collection.findOneAndUpdate({ _id: commentId, organizationId }, { $set }, options);
      return found === null ? undefined : toDomain(found);
    },
    async remove(organizationId, commentId) {
      const found = await collection.findOneAndDelete({ _id: commentId, organizationId });
      return found === null ? undefined : toDomain(found);
    },
    removeAbout: (organizationId, gone) => removeInBatches(collection, { organizationId, ...gone }),
  };
}

/** A file or a workflow is in one project. */
function narrowest({ projectId, fileId, workflowId }: CommentFilter): Partial<GoneSubject> {
  if (fileId !== undefined) return { fileId };
  if (workflowId !== undefined) return { workflowId };
  return projectId === undefined ? {} : { projectId };
}
