import { minPageSide } from '../../cleaning/images/similar/image-features.ts';
import { describeChange } from '../../cleaning/images/changed/image-change.ts';
import type { ImageChange } from '../../cleaning/images/changed/image-change.ts';
import type { Deps } from '../../deps.ts';
import type { Issue } from '../issue/issue.ts';
import type { Version } from '../version/version.ts';
import type { DuplicateGroup } from './find-duplicates.ts';
import { explainLostParts } from './issues/explain-lost-parts.ts';
import { createOutlierSearch } from './issues/find-outlier-issues.ts';
import type { PlacedIssue } from './issues/find-outlier-issues.ts';
import { findUnusableImages } from './issues/find-unusable-images.ts';
import { findSplitLeakage } from './issues/find-split-leakage.ts';
import { readJobFiles } from './read-job-files.ts';
import type { UnitResult } from './unit.ts';

interface FoundGroups {
  /** All duplicates among the files of the source. */
  readonly groups: readonly DuplicateGroup[];
  /** The reason for each place that the deduplication removes. */
  readonly removals: ReadonlyMap<number, string>;
}

/** The maximum number of file ids of one issue; a larger group has several issues. */
const maxFilesPerIssue = 1_000;

/** The ids of files by their places in the source. */
type Ids = ReadonlyMap<number, string>;

/** Stores the issues of a job: those of its source, and those that its own version still has. May be repeated. */
export async function storeIssues(
  deps: Pick<Deps, 'segments' | 'units' | 'issues' | 'datasetFiles'>,
  version: Version,
  { groups, removals }: FoundGroups,
): Promise<void> {
  const { id: scanId, organizationId, datasetId, parentVersionId = '' } = version;
  const before = new Map<number, string>();
  const after = new Map<number, string>();
  const search = createOutlierSearch();
  const unusable: Issue[] = [];
  const defects: PlacedIssue[] = [];
  for await (const { files } of readJobFiles(deps, version, 'without fingerprints')) {
    for (const { place, entry, result } of files) {
      before.set(place, entry.fileId);
      if (result.outcome !== 'removed' && !removals.has(place))
        after.set(place, result.content?.fileId ?? entry.fileId);
      if (result.features !== undefined) {
        search.add(place, result.features);
        defects.push(...findUnusableImages(place, result.features));
      }
      unusable.push(
        ...explainUnusable(entry.fileId, result),
        ...explainLostParts(entry.fileId, result.lostParts),
      );
    }
  }
  const near = groups.filter(({ kind }) => kind === 'near');
  const leakage = await findSplitLeakage(
    deps,
    organizationId,
    groups
      .filter(({ isConfirmed }) => isConfirmed)
      .map(({ places, score }) => ({ score, fileIds: listIds(places, before) })),
  );
  const single = [...search.find(), ...defects];
  const name = (ids: Ids): readonly Issue[] => [
    ...near.flatMap((group) => describeGroup(group, ids)),
    ...single.flatMap(({ place, ...issue }) =>
      listIds([place], ids).map((id) => ({ ...issue, fileIds: [id] })),
    ),
  ];
  const scan = { organizationId, datasetId, scanId };
  const ofSource = [...unusable, ...leakage, ...name(before)];
  await deps.issues.insert({ ...scan, versionId: parentVersionId }, ofSource.toSorted(byScore));
  await deps.issues.insert({ ...scan, versionId: scanId }, name(after).toSorted(byScore));
}

function byScore(a: Issue, b: Issue): number {
  return b.score - a.score;
}

function listIds(places: readonly number[], ids: Ids): readonly string[] {
  return places.flatMap((place) => ids.get(place) ?? []);
}

/** Explains a file that the job removed, or could not read. */
function explainUnusable(
  fileId: string,
  { outcome, reason, explanation = '', skipped }: UnitResult,
): Issue[] {
  if (outcome === 'removed') {
    const type = unreadable.has(reason) ? 'corrupt' : 'low_information';
    return [{ type, score: 1, fileIds: [fileId], explanation, facts: { reason: reason ?? null } }];
  }
  const problem = unreadable.get(skipped);
  if (problem === undefined) return [];
  const facts = { reason: skipped ?? null };
  return [{ type: 'corrupt', score: 1, fileIds: [fileId], explanation: problem, facts }];
}

/** The reasons for which a file was not read to its end, with their explanations. */
const unreadable: ReadonlyMap<string | undefined, string> = new Map([
  ['undecodable', 'The file cannot be read.'],
  [
    'cpu_limit',
    'The file needs more processor time than a file of its size may take, so it was not treated.',
  ],
  ['decoding_too_slow', 'Decoding the file takes too long, so it was not treated.'],
  ['decoding_too_large', 'Decoding the file takes too much memory, so it was not treated.'],
]);

/** Describes a group of near-duplicates; nothing if only one of its files is left. */
function describeGroup(
  { places, keptPlace, score, isConfirmed, change, hasSmallImage }: DuplicateGroup,
  ids: Ids,
): readonly Issue[] {
  const fileIds = listIds(places, ids);
  if (fileIds.length < 2) return [];
  const explanation =
    change === undefined
      ? explainCopies(fileIds.length, { isConfirmed, hasSmallImage })
      : explainChange(change, isConfirmed);
  const changes = change && { changes: change.kinds };
  const parts = Math.ceil(fileIds.length / maxFilesPerIssue);
  return Array.from({ length: parts }, (_, part) => ({
    type: 'near_duplicate',
    score,
    fileIds: fileIds.slice(part * maxFilesPerIssue, (part + 1) * maxFilesPerIssue),
    explanation,
    facts: {
      keptFileId: isConfirmed ? (ids.get(keptPlace) ?? null) : null,
      confirmed: isConfirmed,
      ...changes,
    },
  }));
}

function explainCopies(
  count: number,
  { isConfirmed, hasSmallImage }: Pick<DuplicateGroup, 'isConfirmed' | 'hasSmallImage'>,
): string {
  if (isConfirmed) return `${count.toString()} files are nearly the same.`;
  const alike = `${count.toString()} files look or read nearly the same. `;
  return hasSmallImage
    ? `${alike}Their content differs, or is a page with fewer than ${minPageSide.toString()} pixels on its shorter side, which cannot be read, so that none of them is removed.`
    : `${alike}Their content differs or cannot be compared, so that none of them is removed.`;
}

function explainChange(change: ImageChange, isConfirmed: boolean): string {
  const difference = `2 files show the same image, but one of them ${describeChange(change)}.`;
  return isConfirmed ? difference : `${difference} None of them is removed.`;
}
