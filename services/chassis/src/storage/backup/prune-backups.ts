import type { BackupDeps } from './backup-database.ts';
import type { BackupTarget } from './backup-target.ts';
import { findBackups } from './find-backups.ts';
import { backupFolder, isBackupId, manifestPath, readManifest, startPath } from './manifest.ts';
import type { BackupStart } from './manifest.ts';
import { createNameFilter } from './name-filter.ts';
import { contentFolder, readObjectList } from './object-lists.ts';
import { readJson } from './parts.ts';

export interface Retention {
  /** How long a complete backup is kept; 0: for ever. The last one always is. */
  readonly retentionDays: number;
  /** How long deleted objects are kept, and a backup may take: one that is not complete by then never will be. */
  readonly deletionDelayMs: number;
  /** Whether it is only said what would go. */
  readonly isDryRun: boolean;
}

export interface Pruned {
  readonly kept: readonly string[];
  /** Older than they are kept, or given up before they were complete. */
  readonly removed: readonly string[];
  /** How many contents went that none of the kept names. */
  readonly contents: number;
  /** While one is, contents are left to the next time, and backups too. */
  readonly inProgress: readonly string[];
}

const dayMs = 86_400_000;
/** At the same time. */
const removals = 16;

/**
 * Removes backups that are older than they are kept, and those that were given up, and then the contents that no backup names. May be
 * broken off anywhere and done again. Never touches what a backup under way has copied or may have found in another: while one is,
 * nothing is removed, and what begins later finds only what is kept and writes under paths of its own.
 */
export async function pruneBackups(
  { target, clock }: BackupDeps,
  { retentionDays, deletionDelayMs, isDryRun }: Retention,
): Promise<Pruned> {
  const read = () => readBackups(target, clock.now().getTime() - deletionDelayMs);
  const { complete, abandoned, inProgress } = await read();
  const keptSince = retentionDays === 0 ? -Infinity : clock.now().getTime() - retentionDays * dayMs;
  const newest = Math.max(...complete.map(({ completedAt }) => completedAt));
  const [kept, expired] = partition(
    complete,
    ({ completedAt }) => completedAt >= keptSince || completedAt === newest,
  );
  // The next backup goes on with what was copied before there was a whole one.
  if (inProgress.length > 0 || kept.length === 0) return { kept, removed: [], contents: 0, inProgress };
  const removed = [...expired, ...abandoned];
  if (isDryRun) {
    const contents = await removeContents(target, { kept, known: [...kept, ...removed], isDryRun });
    return { kept, removed, contents, inProgress };
  }
  for (const id of removed) await removeBackup(target, id);
  const after = await read();
  // What has begun before they were gone may have found contents in them.
  const isQuiet = after.inProgress.length === 0;
  const there = after.complete.map(({ id }) => id);
  const sweep = { kept: there, known: there, isDryRun };
  const contents = isQuiet ? await removeContents(target, sweep) : 0;
  return { kept, removed, contents, inProgress: after.inProgress };
}

function partition(
  backups: readonly Complete[],
  isKept: (backup: Complete) => boolean,
): readonly [kept: readonly string[], others: readonly string[]] {
  const { kept = [], others = [] } = Object.groupBy(backups, (one) => (isKept(one) ? 'kept' : 'others'));
  return [kept.map(({ id }) => id), others.map(({ id }) => id)];
}

interface Complete {
  readonly id: string;
  readonly completedAt: number;
}

async function readBackups(target: BackupTarget, startedSince: number) {
  const complete: Complete[] = [];
  const [abandoned, inProgress]: [string[], string[]] = [[], []];
  for (const { id, isComplete } of await findBackups(target)) {
    if (isComplete)
      complete.push({ id, completedAt: Date.parse((await readManifest(target, id)).completedAt) });
    else if (await hasStartedSince(target, id, startedSince)) inProgress.push(id);
    else abandoned.push(id);
  }
  complete.sort((one, other) => one.completedAt - other.completedAt);
  return { complete, abandoned, inProgress };
}

async function hasStartedSince(target: BackupTarget, id: string, time: number): Promise<boolean> {
  const start = await readJson<BackupStart>(target, startPath(id));
  return start !== undefined && Date.parse(start.startedAt) > time;
}

/** The manifest goes first: from then on there is no such backup. */
async function removeBackup(target: BackupTarget, id: string): Promise<void> {
  await target.remove(manifestPath(id));
  await target.removeAll(`${backupFolder(id)}/`);
}

interface Sweep {
  readonly kept: readonly string[];
  /** What there was: anything else has begun since. */
  readonly known: readonly string[];
  readonly isDryRun: boolean;
}

/** Removes the contents that no kept backup names, but those of backups that have begun meanwhile; resolves to how many. */
async function removeContents(target: BackupTarget, { kept, known, isDryRun }: Sweep): Promise<number> {
  const named = createNameFilter();
  for (const id of kept)
    for (const part of (await readManifest(target, id)).objects)
      for (const { path } of (await readObjectList(target, part.path, part)).objects) named.add(path);
  let contents = 0;
  const remove = async (path: string): Promise<void> => {
    if (await isFromNewerBackup(target, known, path)) return;
    contents += 1;
    if (!isDryRun) await target.remove(path);
  };
  let pending: string[] = [];
  for await (const path of target.list(contentFolder)) {
    if (!named.mayHave(path)) pending.push(path);
    if (pending.length < removals) continue;
    await Promise.all(pending.map(remove));
    pending = [];
  }
  await Promise.all(pending.map(remove));
  return contents;
}

/** Whether a content was written by a backup that has begun since; looked for each time, as one may have the name of one that is gone. */
async function isFromNewerBackup(
  target: BackupTarget,
  known: readonly string[],
  path: string,
): Promise<boolean> {
  const id = path.split('/').at(-2) ?? '';
  if (!isBackupId(id) || known.includes(id)) return false;
  return (await readJson<BackupStart>(target, startPath(id))) !== undefined;
}
