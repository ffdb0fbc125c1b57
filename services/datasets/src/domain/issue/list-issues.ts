import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import { readEntries } from '../content/read-content.ts';
import { findFinishedVersion } from '../version/find-version.ts';
import type { Version } from '../version/version.ts';
import type { Issue, IssueType } from './issue.ts';

interface IssuesRequest {
  readonly datasetId: string;
  readonly versionId: string;
  readonly type: IssueType | undefined;
  /** Another version of the dataset; empty for none. */
  readonly against: string;
  readonly page: Page;
}

type IssueDeps = Pick<Deps, 'datasets' | 'versions' | 'segments' | 'issues'>;

export interface ListedIssues extends PageOf<Issue> {
  readonly scannedAt: Date | undefined;
}

/**
 * Lists the issues of a finished version, highest score first. Exact duplicates are computed from the content; the other issues are those
 * that the last job found.
 */
export async function listIssues(
  deps: IssueDeps,
  call: CallContext,
  { type, against, page, ...name }: IssuesRequest,
): Promise<ListedIssues> {
  const { version } = await findFinishedVersion(deps, call, name);
  const { scan } = version;
  const scannedAt = scan?.at;
  if (against !== '') {
    const other = await findFinishedVersion(deps, call, { ...name, versionId: against });
    const issues = await findSharedContent(deps, version, other.version);
    return {
      ...pageThrough(
        issues.filter((issue) => matches(issue, type)),
        page,
      ),
      scannedAt,
    };
  }
  const exact =
    type === undefined || type === 'exact_duplicate' ? await findExactDuplicates(deps, version) : [];
  const found = await listFound(deps, version, type);
  return { ...pageThrough([...exact, ...found], page), scannedAt };
}

async function listFound(
  { issues }: IssueDeps,
  { id: versionId, organizationId, datasetId, scan }: Version,
  type: IssueType | undefined,
): Promise<readonly Issue[]> {
  if (scan === undefined || type === 'exact_duplicate') return [];
  return issues.list({ organizationId, datasetId, versionId, scanId: scan.versionId }, { type });
}

function matches(issue: Issue, type: IssueType | undefined): boolean {
  return type === undefined || issue.type === type;
}

async function readBySha256(deps: IssueDeps, version: Version): Promise<Map<string, string[]>> {
  const bySha256 = new Map<string, string[]>();
  for await (const entries of readEntries(deps, version)) {
    for (const { sha256, fileId } of entries) {
      const ids = bySha256.get(sha256);
      if (ids === undefined) bySha256.set(sha256, [fileId]);
      else ids.push(fileId);
    }
  }
  return bySha256;
}

async function findExactDuplicates(deps: IssueDeps, version: Version): Promise<readonly Issue[]> {
  const groups = [...(await readBySha256(deps, version)).values()].filter((ids) => ids.length > 1);
  return groups.map((fileIds) => ({
    type: 'exact_duplicate',
    score: 1,
    fileIds,
    explanation: `${fileIds.length.toString()} files have the same bytes.`,
    // A clean keeps the first one.
    facts: { keptFileId: fileIds[0] ?? null },
  }));
}

/** Finds content that both versions have, as leakage between two splits. */
async function findSharedContent(
  deps: IssueDeps,
  version: Version,
  other: Version,
): Promise<readonly Issue[]> {
  if (other.id === version.id) throw invalidField('against', 'against must name another version.');
  const [own, others] = await Promise.all([readBySha256(deps, version), readBySha256(deps, other)]);
  return [...own].flatMap(([sha256, ids]) => {
    const same = others.get(sha256);
    if (same === undefined) return [];
    const fileIds = [...new Set([...ids, ...same])];
    const explanation = 'Both versions have files with the same bytes.';
    return [{ type: 'split_leakage', score: 1, fileIds, explanation } as const];
  });
}

/** Pages through issues that are computed. A cursor is the number of the next issue. */
function pageThrough(issues: readonly Issue[], { limit, offset, cursor }: Page): PageOf<Issue> {
  if (cursor !== undefined && offset > 0)
    throw invalidField('offset', 'Send either `offset` or `cursor`, not both.');
  if (cursor !== undefined && !/^\d{0,7}$/u.test(cursor))
    throw invalidField('cursor', 'The cursor is not valid. Start again without `cursor`.');
  const start = cursor === undefined ? offset : Number(cursor);
  const end = start + limit;
  const nextCursor = end < issues.length ? end.toString() : undefined;
  return { items: issues.slice(start, end), total: issues.length, totalIsExact: true, nextCursor };
}
