import type { Db, Filter } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { SurveyTemplate } from '../domain/crowd/survey/survey.ts';

export const surveyTemplateCollection = 'survey_templates';

export const surveyTemplateIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, projectId: 1, ...newestFirst.sort } },
];

type TemplateDocument = Mapped<SurveyTemplate, 'projectId'>;

export interface SurveyTemplateStore {
  /** Inserts a template and returns the stored one: a repeated insert returns the first. */
  insert(template: SurveyTemplate): Promise<SurveyTemplate>;
  find(organizationId: string, templateId: string): Promise<SurveyTemplate | undefined>;
  /** Newest first. With a project, those of the project and those of the organization. */
  list(
    organizationId: string,
    filter: { readonly projectId: string | undefined },
    page: Page,
  ): Promise<PageOf<SurveyTemplate>>;
  /** Lists the ids of the templates of a project. */
  listOfProject(organizationId: string, projectId: string): Promise<readonly string[]>;
  removeProject(organizationId: string, projectId: string): Promise<void>;
}

const { toDocument, toDomain } = createDocumentMapper<SurveyTemplate, TemplateDocument>({
  nullable: ['projectId'],
});

export function createSurveyTemplateStore(db: Db): SurveyTemplateStore {
  const collection = db.collection<TemplateDocument>(surveyTemplateCollection);
  return {
    insert: async (template) => toDomain(await insertOrFind(collection, toDocument(template))),
    async find(organizationId, templateId) {
      const found = await collection.findOne({ _id: templateId, organizationId });
      return found === null ? undefined : toDomain(found);
    },
    async list(organizationId, { projectId }, page) {
      const filter: Filter<TemplateDocument> = {
        organizationId,
        ...(projectId !== undefined && { projectId: { $in: [projectId, null] } }),
      };
      const { items, ...facts } = await findPage(collection, { filter, order: newestFirst }, page);
      return { items: items.map(toDomain), ...facts };
    },
    async listOfProject(organizationId, projectId) {
      const found = collection.find({ organizationId, projectId }, { projection: { _id: 1 } });
      return (await found.toArray()).map(({ _id }) => _id);
    },
    async removeProject(organizationId, projectId) {
      await removeInBatches(collection, { organizationId, projectId });
    },
  };
}
