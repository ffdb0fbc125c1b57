import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { FoundIssues, Issue, IssueType } from '../domain/issue/issue.ts';

export const issueCollection = 'issues';

const scan = { organizationId: 1, versionId: 1, scanId: 1 } as const;

export const issueIndexes: readonly IndexSpec[] = [
  { key: { ...scan, rank: -1 } },
  { key: { ...scan, type: 1, rank: -1 } },
  { key: { organizationId: 1, datasetId: 1 } },
];

/** The maximum number of issues of one type that a scan lists. Further ones, with lower scores, are not. */
const maxListedIssues = 20_000;

/** The issues that one job found in one version. */
export interface IssueScan {
  readonly organizationId: string;
  readonly datasetId: string;
  readonly versionId: string;
  /** The version whose job found them. */
  readonly scanId: string;
}

interface IssueDocument extends IssueScan, Issue {
  readonly _id: string;
  /** Sorts by score and then by place. Unique within a scan. */
  readonly rank: string;
}

export interface IssueStore {
  /** Stores the issues of a scan, which are sorted by score; repeating it changes nothing. */
  insert(scan: IssueScan, issues: readonly Issue[]): Promise<void>;
  /** Lists the issues of a scan, highest score first. */
  list(scan: IssueScan, filter: { readonly type: IssueType | undefined }): Promise<FoundIssues>;
  removeScan(scan: Pick<IssueScan, 'organizationId' | 'versionId'>, keptScanId?: string): Promise<void>;
  removeDataset(organizationId: string, datasetId: string): Promise<void>;
}

export function createIssueStore(db: Db): IssueStore {
  const collection = db.collection<IssueDocument>(issueCollection);
  return {
    async insert(found, issues) {
      for (const [place, issue] of keepListed(issues).entries()) {
        const rank = `${issue.score.toFixed(6)} ${(999_999 - place).toString().padStart(6, '0')}`;
        const _id = `${found.versionId}.${found.scanId}.${place.toString()}`;
        await insertNew(collection, { _id, ...found, ...issue, rank });
      }
    },
    async list({ organizationId, versionId, scanId }, { type }) {
      const filter = { organizationId, versionId, scanId, ...(type !== undefined && { type }) };
      const found = await collection
        .find(filter)
        .sort({ rank: -1 })
        .limit(maxListedIssues + 1)
        .toArray();
      const issues = found.slice(0, maxListedIssues).map(toIssue);
      return { issues, isComplete: found.length <= maxListedIssues };
    },
    async removeScan({ organizationId, versionId }, keptScanId) {
      const other = keptScanId === undefined ? {} : { scanId: { $ne: keptScanId } };
      await removeInBatches(collection, { organizationId, versionId, ...other });
    },
    async removeDataset(organizationId, datasetId) {
      await removeInBatches(collection, { organizationId, datasetId });
    },
  };
}

/** Leaves out issues that no list names. One more of each type is stored, which shows that there are more. */
function keepListed(issues: readonly Issue[]): readonly Issue[] {
  const counts = new Map<IssueType, number>();
  return issues.filter(({ type }) => {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    return count <= maxListedIssues + 1;
  });
}

function toIssue({ type, score, fileIds, explanation, facts }: IssueDocument): Issue {
  return { type, score, fileIds, explanation, ...(facts && { facts }) };
}
