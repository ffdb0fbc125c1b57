import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { readEntries } from '../content/read-content.ts';
import { readSourceFileId } from '../content/segment.ts';
import type { FileEntry } from '../content/segment.ts';
import { findFinishedVersion } from './find-version.ts';
import type { NumberedPage } from './read-version.ts';
import type { Version } from './version.ts';

export type DiffChange = 'added' | 'removed' | 'changed';

/** A file that differs between two versions. */
export interface DiffItem {
  readonly change: DiffChange;
  readonly fileId: string;
  readonly sourceFileId: string | undefined;
  readonly name: string;
  readonly sha256Before: string | undefined;
  readonly sha256After: string | undefined;
}

export interface VersionDiff extends NumberedPage {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly total: number;
  readonly items: readonly DiffItem[];
}

interface DiffRequest extends NumberedPage {
  readonly datasetId: string;
  readonly versionId: string;
  readonly otherVersionId: string;
}

type DiffDeps = Pick<Deps, 'datasets' | 'versions' | 'segments'>;

/** The part of an entry that a difference shows. */
interface Known {
  readonly fileId: string;
  readonly name: string;
  readonly sha256: string;
  readonly sourceFileId: string | undefined;
}

/** Compares two finished versions of a dataset. Files are matched by the raw file that they come from. */
export async function diffVersions(
  deps: DiffDeps,
  call: CallContext,
  { datasetId, versionId, otherVersionId, page, limit }: DiffRequest,
): Promise<VersionDiff> {
  const { version: before } = await findFinishedVersion(deps, call, { datasetId, versionId });
  const { version: after } = await findFinishedVersion(deps, call, { datasetId, versionId: otherVersionId });
  const shared = listShared(before, after);
  const known = await readByRawFile(deps, before, shared.ids);
  const items: DiffItem[] = [];
  let unchanged = await countShared(deps, before, shared.ids);
  for await (const entries of readEntries(deps, without(after, shared.ids))) {
    for (const entry of entries) {
      const old = known.get(entry.rawFileId);
      known.delete(entry.rawFileId);
      if (old?.sha256 === entry.sha256) unchanged += 1;
      else items.push(toItem(old === undefined ? 'added' : 'changed', old, toKnown(entry)));
    }
  }
  for (const old of known.values()) items.push(toItem('removed', old, undefined));
  const sorted = items.toSorted(compareItems);
  const count = (change: DiffChange): number => items.filter((item) => item.change === change).length;
  return {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    unchanged,
    total: items.length,
    items: sorted.slice((page - 1) * limit, page * limit),
    page,
    limit,
  };
}

/** Both versions have the same files in the segments that they share. */
function listShared(before: Version, after: Version): { readonly ids: ReadonlySet<string> } {
  const named = new Set(before.segmentIds);
  const sealed = [before, after].every(({ state }) => state !== 'raw');
  return { ids: new Set(sealed ? after.segmentIds.filter((id) => named.has(id)) : []) };
}

function without({ organizationId, segmentIds }: Version, left: ReadonlySet<string>) {
  return { organizationId, segmentIds: segmentIds.filter((id) => !left.has(id)) };
}

async function countShared(
  { segments }: DiffDeps,
  { organizationId }: Version,
  ids: ReadonlySet<string>,
): Promise<number> {
  const headers = await segments.listHeaders(organizationId, [...ids]);
  return headers.reduce((sum, { fileCount }) => sum + fileCount, 0);
}

async function readByRawFile(
  deps: DiffDeps,
  version: Version,
  left: ReadonlySet<string>,
): Promise<Map<string, Known>> {
  const known = new Map<string, Known>();
  for await (const entries of readEntries(deps, without(version, left))) {
    for (const entry of entries) known.set(entry.rawFileId, toKnown(entry));
  }
  return known;
}

function toKnown(entry: FileEntry): Known {
  const { fileId, name, sha256 } = entry;
  return { fileId, name, sha256, sourceFileId: readSourceFileId(entry) };
}

function toItem(change: DiffChange, before: Known | undefined, after: Known | undefined): DiffItem {
  const { fileId = '', name = '', sourceFileId } = after ?? before ?? {};
  return { change, fileId, sourceFileId, name, sha256Before: before?.sha256, sha256After: after?.sha256 };
}

function compareItems(a: DiffItem, b: DiffItem): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.fileId < b.fileId ? -1 : 1;
}
