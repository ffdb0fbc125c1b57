import { LRUCache } from 'lru-cache';
import type { Collection, Db } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import { findBuiltInSurvey } from '../domain/crowd/survey/built-in/built-in-surveys.ts';
import type { Job } from '../domain/crowd/job/job.ts';
import type { SurveyVersion, SurveyVersionSummary } from '../domain/crowd/survey/survey.ts';

export const surveyVersionCollection = 'survey_versions';

export const surveyVersionIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, templateId: 1, versionNumber: -1 }, unique: true },
];

type VersionDocument = Mapped<SurveyVersion, 'introduction'>;

export interface SurveyVersionStore {
  /** Inserts a version under the next number, and returns the stored one: a repeated insert returns the first. */
  insert(version: Omit<SurveyVersion, 'versionNumber'>): Promise<SurveyVersion>;
  /** Finds a version of a template of the organization, or a built-in one. */
  find(organizationId: string, versionId: string): Promise<SurveyVersion | undefined>;
  /** Finds the version of a job. It is cached, since a version never changes while a job has it. */
  findForJob(job: Pick<Job, 'organizationId' | 'surveyVersionId'>): Promise<SurveyVersion | undefined>;
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

/** The characters of all versions in the cache. A version has at most some hundred thousand. */
const maxCachedCharacters = 8_000_000;

export function createSurveyVersionStore(db: Db): SurveyVersionStore {
  const collection = db.collection<VersionDocument>(surveyVersionCollection);
  const cache = new LRUCache<string, SurveyVersion>({
    maxSize: maxCachedCharacters,
    sizeCalculation: (version) => JSON.stringify(version).length,
  });
  async function find(organizationId: string, versionId: string): Promise<SurveyVersion | undefined> {
    const builtIn = findBuiltInSurvey(versionId, 'en');
    if (builtIn !== undefined) return { ...builtIn, organizationId };
    const found = await collection.findOne({ _id: versionId, organizationId });
    return found === null ? undefined : toDomain(found);
  }
  return {
    insert: (version) => insertWithNextNumber(collection, version),
    find,
    async findForJob({ organizationId, surveyVersionId }) {
      const cached = cache.get(surveyVersionId);
      if (cached?.organizationId === organizationId) return cached;
      const found = await find(organizationId, surveyVersionId);
      if (found !== undefined) cache.set(surveyVersionId, found);
      return found;
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
        id,
        templateId,
        versionNumber,
        publishedAt,
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
