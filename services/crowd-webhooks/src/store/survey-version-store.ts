import type { Collection, Db } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { SurveyVersion, SurveyVersionSummary } from '../domain/survey/survey.ts';

export const surveyVersionCollection = 'survey_versions';

export const surveyVersionIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, templateId: 1, versionNumber: -1 }, unique: true },
];

type VersionDocument = Mapped<SurveyVersion, 'introduction'>;

export interface SurveyVersionStore {
  /** Inserts a version under the next number, and returns the stored one: a repeated insert returns the first. */
  insert(version: Omit<SurveyVersion, 'versionNumber'>): Promise<SurveyVersion>;
  find(organizationId: string, versionId: string): Promise<SurveyVersion | undefined>;
  /** Lists the versions of templates without their questions, newest first. */
  listSummaries(
    organizationId: string,
    templateIds: readonly string[],
  ): Promise<readonly (SurveyVersionSummary & Pick<SurveyVersion, 'templateId'>)[]>;
  removeTemplates(organizationId: string, templateIds: readonly string[]): Promise<void>;
}

const { toDocument, toDomain } = createDocumentMapper<SurveyVersion, VersionDocument>({
  nullable: ['introduction'],
});

export function createSurveyVersionStore(db: Db): SurveyVersionStore {
  const collection = db.collection<VersionDocument>(surveyVersionCollection);
  return {
    insert: (version) => insertWithNextNumber(collection, version),
    async find(organizationId, versionId) {
      const found = await collection.findOne({ _id: versionId, organizationId });
      return found === null ? undefined : toDomain(found);
    },
    async listSummaries(organizationId, templateIds) {
      if (templateIds.length === 0) return [];
      const filter = { organizationId, templateId: { $in: [...templateIds] } };
      const projection = { templateId: 1, versionNumber: 1, publishedAt: 1 };
      const found = await collection
        .find(filter, { projection })
        .sort({ templateId: 1, versionNumber: -1 })
        .toArray();
      return found.map(({ _id: id, templateId, versionNumber, publishedAt }) => ({
        ...{ id, templateId, versionNumber, publishedAt },
      }));
    },
    async removeTemplates(organizationId, templateIds) {
      await removeInBatches(collection, { organizationId, templateId: { $in: [...templateIds] } });
    },
  };
}

/** The unique index refuses a number that another call took at the same time; then the next one is tried. */
async function insertWithNextNumber(
  collection: Collection<VersionDocument>,
  version: Omit<SurveyVersion, 'versionNumber'>,
): Promise<SurveyVersion> {
  const { id: _id, organizationId, templateId } = version;
  for (;;) {
    const earlier = await collection.findOne({ _id, organizationId });
    if (earlier !== null) return toDomain(earlier);
    const newest = await collection.findOne(
      { organizationId, templateId },
      { sort: { versionNumber: -1 }, projection: { versionNumber: 1 } },
    );
    const numbered = { ...version, versionNumber: (newest?.versionNumber ?? 0) + 1 };
    try {
      // Questions leave out what they do not have.
      await collection.insertOne(toDocument(numbered), { ignoreUndefined: true });
      return numbered;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
