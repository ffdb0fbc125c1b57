import type { Deps } from '../../../deps.ts';
import type { Issue } from '../../issue/issue.ts';

const filesPerCall = 1_000;
const prefix = 'split:';

interface DuplicateFiles {
  readonly score: number;
  readonly fileIds: readonly string[];
}

/** Finds duplicates whose labels name different splits, such as `split:train` and `split:test`. */
export async function findSplitLeakage(
  { datasetFiles }: Pick<Deps, 'datasetFiles'>,
  organizationId: string,
  groups: readonly DuplicateFiles[],
): Promise<readonly Issue[]> {
  const fileIds = groups.flatMap((group) => group.fileIds);
  const splits = new Map<string, readonly string[]>();
  for (let start = 0; start < fileIds.length; start += filesPerCall) {
    const files = await datasetFiles.find(organizationId, fileIds.slice(start, start + filesPerCall));
    for (const { id, tags } of files)
      splits.set(
        id,
        tags.filter((tag) => tag.startsWith(prefix)),
      );
  }
  return groups.flatMap((group) => {
    const names = new Set(group.fileIds.flatMap((id) => splits.get(id) ?? []));
    if (names.size < 2) return [];
    const listed = [...names].map((name) => name.slice(prefix.length)).toSorted();
    const explanation = `The same content is in the splits ${listed.join(' and ')}.`;
    return [{ type: 'split_leakage', score: group.score, fileIds: group.fileIds, explanation } as const];
  });
}
