import type { Db } from 'mongodb';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Project, ProjectChanges, ProjectType } from '../domain/project/project.ts';
import type { FolderTreeFields } from './folder-document.ts';

export const projectCollection = 'projects';

export const projectIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, createdAt: -1, _id: -1 } },
  { key: { organizationId: 1, type: 1, createdAt: -1, _id: -1 } },
];

export interface ProjectStore {
  /** Resolves to the stored one: this, or the one of that id that an earlier attempt inserted. */
  insert(project: Project): Promise<Project>;
  find(organizationId: string, projectId: string): Promise<Project | undefined>;
  /** Undefined when there is none. */
  update(organizationId: string, projectId: string, update: ProjectUpdate): Promise<Project | undefined>;
  remove(organizationId: string, projectId: string): Promise<void>;
  /** Newest first; of one type when given. */
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

interface ProjectDocument extends FolderTreeFields {
  readonly _id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: ProjectType;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function createProjectStore(db: Db): ProjectStore {
  const collection = db.collection<ProjectDocument>(projectCollection);
  return {
    insert: async (project) => toProject(await insertOrFind(collection, toDocument(project))),
    async find(organizationId, projectId) {
      const found = await collection.findOne({ _id: projectId, organizationId });
      return found === null ? undefined : toProject(found);
    },
    async update(organizationId, projectId, { change, now }) {
      const { description, ...others } = change;
      const cleared = 'description' in change && { description: description ?? null };
      const found = await collection.findOneAndUpdate(
        { _id: projectId, organizationId },
        { $set: { ...others, ...cleared, updatedAt: now } },
        { returnDocument: 'after' },
      );
      return found === null ? undefined : toProject(found);
    },
    async remove(organizationId, projectId) {
      await collection.deleteOne({ _id: projectId, organizationId });
    },
    async list(organizationId, { type }, page) {
      const filter = { organizationId, ...(type === undefined ? {} : { type }) };
      const { items, ...facts } = await findPage(collection, { filter, order: newestFirst }, page);
      return { items: items.map(toProject), ...facts };
    },
  };
}

function toDocument({ id, description, ...rest }: Project): ProjectDocument {
  return { _id: id, description: description ?? null, ...rest };
}

function toProject({ _id, description, folderTree: _tree, ...rest }: ProjectDocument): Project {
  return { id: _id, description: description ?? undefined, ...rest };
}
