import type { Deps } from '../../deps.ts';
import type { Issue } from '../issue/issue.ts';
import type { Version } from '../version/version.ts';
import type { DuplicateGroup } from './find-duplicates.ts';
import { readJobFiles } from './read-job-files.ts';

interface FoundGroups {
  /** All duplicates among the files of the source. */
  readonly groups: readonly DuplicateGroup[];
  /** The duplicates that the job removed. */
  readonly removedGroups: readonly DuplicateGroup[];
}

/** The maximum number of file ids of one issue; a larger group has several issues. */
const maxFilesPerIssue = 1_000;

/** Stores the issues of a job: those of its source, and those that its own version still has. May be repeated. */
export async function storeIssues(
  deps: Pick<Deps, 'segments' | 'units' | 'issues'>,
  version: Version,
  { groups, removedGroups }: FoundGroups,
): Promise<void> {
  const { id: scanId, organizationId, datasetId, parentVersionId = '' } = version;
  const before = new Map<number, string>();
  const after = new Map<number, string>();
  const removed: Issue[] = [];
  for await (const { files } of readJobFiles(deps, version)) {
    for (const { place, entry, result } of files) {
      before.set(place, entry.fileId);
      if (result.outcome !== 'removed') after.set(place, result.content?.fileId ?? entry.fileId);
      else removed.push(explainRemoval(entry.fileId, result));
    }
  }
  const scan = { organizationId, datasetId, scanId };
  const near = groups.filter(({ kind }) => kind === 'near');
  const sourceIssues = [...removed, ...near.flatMap((group) => describeGroup(group, before))];
  await deps.issues.insert({ ...scan, versionId: parentVersionId }, sourceIssues);
  const left = near.filter((group) => !removedGroups.includes(group));
  await deps.issues.insert(
    { ...scan, versionId: scanId },
    left.flatMap((group) => describeGroup(group, after)),
  );
}

interface Removed {
  readonly reason?: string;
  readonly explanation?: string;
}

function explainRemoval(fileId: string, { reason = '', explanation = '' }: Removed): Issue {
  const type = reason === 'undecodable' ? 'corrupt' : 'low_information';
  return { type, score: 1, fileIds: [fileId], explanation, facts: { reason } };
}

function describeGroup(group: DuplicateGroup, ids: ReadonlyMap<number, string>): readonly Issue[] {
  const { places, keptPlace, score } = group;
  const fileIds = places.flatMap((place) => ids.get(place) ?? []);
  const explanation = `${fileIds.length.toString()} files are nearly the same.`;
  const parts = Math.ceil(fileIds.length / maxFilesPerIssue);
  return Array.from({ length: parts }, (_, part) => ({
    type: 'near_duplicate',
    score,
    fileIds: fileIds.slice(part * maxFilesPerIssue, (part + 1) * maxFilesPerIssue),
    explanation,
    facts: { keptFileId: ids.get(keptPlace) ?? null },
  }));
}
