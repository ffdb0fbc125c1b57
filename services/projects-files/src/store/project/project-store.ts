import type { Db } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Project, ProjectChanges, ProjectType } from '../../domain/project/project.ts';
import { createFolderTrees } from './folder-trees.ts';
import type { FolderTrees } from './folder-trees.ts';
import type { ProjectDocument } from './project-document.ts';

export const projectCollection = 'projects';

export const projectIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, createdAt: -1, _id: -1 } },
  { key: { organizationId: 1, type: 1, createdAt: -1, _id: -1 } },
  { key: { 'folderTree.changeSince': 1 }, sparse: true },
];

export interface ProjectStore extends FolderTrees {
  /** Inserts a project, and returns the stored one: a repeated insert returns the first. */
  insert(project: Project): Promise<Project>;
  find(organizationId: string, projectId: string): Promise<Project | undefined>;
  /** Returns the changed project, or undefined when it does not exist. */
  update(organizationId: string, projectId: string, update: ProjectUpdate): Promise<Project | undefined>;
  remove(organizationId: string, projectId: string): Promise<void>;
  /** Lists projects, newest first. Without a type it lists all types. */
  list(
    organizationId: string,
    filter: { readonly type: ProjectType | undefined },
    page: Page,
  ): Promise<PageOf<Project>>;
}

export interface ProjectUpdate {
  readonly change: ProjectChanges;
  readonly now: Date;
}

const { toDocument, toDomain, toFields } = createDocumentMapper<Project, ProjectDocument>({
  nullable: ['description'],
  internal: ['folderTree'],
});

export function createProjectStore(db: Db): ProjectStore {
  const collection = db.collection<ProjectDocument>(projectCollection);
  return {
    ...createFolderTrees(collection),
    insert: async (project) => toDomain(await insertOrFind(collection, toDocument(project))),
    async find(organizationId, projectId) {
      const found = await collection.findOne({ _id: projectId, organizationId });
      return found === null ? undefined : toDomain(found);
    },
    async update(organizationId, projectId, { change, now }) {
      const found = await collection.findOneAndUpdate(
        { _id: projectId, organizationId },
        { $set: { ...toFields(change), updatedAt: now } },
        { returnDocument: 'after' },
      );
      return found === null ? undefined : toDomain(found);
    },
    async remove(organizationId, projectId) {
      await collection.deleteOne({ _id: projectId, organizationId });
    },
    async list(organizationId, { type }, page) {
      const filter = { organizationId, ...(type === undefined ? {} : { type }) };
      const { items, ...facts } = await findPage(collection, { filter, order: newestFirst }, page);
      return { items: items.map(toDomain), ...facts };
    },
  };
}
