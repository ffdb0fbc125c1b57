import { days } from '../../units.ts';
import type { BackupDeps } from './backup-database.ts';
import type { BackupTarget } from './backup-target.ts';
import { findBackups } from './find-backups.ts';
import { backupFolder, isBackupId, manifestPath, readManifest, startPath } from './manifest.ts';
import type { BackupStart } from './manifest.ts';
import { createNameFilter } from './name-filter.ts';
import { contentFolder, readObjectList } from './object-lists.ts';
import { readJson } from './parts.ts';

export interface Retention {
  /** How long a complete backup is kept; 0 means without limit. The newest one is always kept. */
  readonly retentionDays: number;
  /**
   * How long deleted objects are kept, which is also the maximum duration of a backup. An incomplete backup that is
   * older never completes.
   */
  readonly deletionDelayMs: number;
  /** Reports what would be removed without removing it. */
  readonly isDryRun: boolean;
}

export interface Pruned {
  readonly kept: readonly string[];
  /** Backups that have expired, and backups that were abandoned before they were complete. */
  readonly removed: readonly string[];
  /** The number of removed contents that no kept backup refers to. */
  readonly contents: number;
  /** While a backup is in progress, contents and backups are left to the next run. */
  readonly inProgress: readonly string[];
}

/** Maximum number of removals at the same time. */
const removals = 16;

/**
 * Removes expired and abandoned backups, and then the contents that no backup refers to. It can be interrupted at any
 * point and repeated.
 *
 * It never touches contents that a backup in progress has copied or found in another one. While a backup is in
 * progress, nothing is removed. A backup that starts later finds only kept backups and writes to paths of its own.
 */
export async function pruneBackups(
  { target, clock }: BackupDeps,
  { retentionDays, deletionDelayMs, isDryRun }: Retention,
): Promise<Pruned> {
  const read = () => readBackups(target, clock.now().getTime() - deletionDelayMs);
  const { complete, abandoned, inProgress } = await read();
  const keptSince = retentionDays === 0 ? -Infinity : clock.now().getTime() - days(retentionDays);
  const newest = Math.max(...complete.map(({ completedAt }) => completedAt));
  const [kept, expired] = partition(
    complete,
    ({ completedAt }) => completedAt >= keptSince || completedAt === newest,
  );
  // The next backup reuses the copies of incomplete backups until there is a complete one.
  if (inProgress.length > 0 || kept.length === 0) return { kept, removed: [], contents: 0, inProgress };
  const removed = [...expired, ...abandoned];
  if (isDryRun) {
    const contents = await removeContents(target, { kept, known: [...kept, ...removed], isDryRun });
    return { kept, removed, contents, inProgress };
  }
  for (const id of removed) await removeBackup(target, id);
  const after = await read();
  // A backup that started before the removal may have found contents in the removed ones.
  const isQuiet = after.inProgress.length === 0;
  const remaining = after.complete.map(({ id }) => id);
  const sweep = { kept: remaining, known: remaining, isDryRun };
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
  const abandoned: string[] = [];
  const inProgress: string[] = [];
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

/** Removes the manifest first, since a backup without one no longer counts. */
async function removeBackup(target: BackupTarget, id: string): Promise<void> {
  await target.remove(manifestPath(id));
  await target.removeAll(`${backupFolder(id)}/`);
}

interface Sweep {
  readonly kept: readonly string[];
  /** The backups at the time of the check. Any other backup has started since. */
  readonly known: readonly string[];
  readonly isDryRun: boolean;
}

/** Removes the contents that no kept backup refers to, except those of newly started backups. Resolves to their number. */
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

/**
 * Returns true when a backup that started after the check has written the content. Reads this each time, since a new
 * backup may reuse the id of a removed one.
 */
async function isFromNewerBackup(
  target: BackupTarget,
  known: readonly string[],
  path: string,
): Promise<boolean> {
  const id = path.split('/').at(-2) ?? '';
  if (!isBackupId(id) || known.includes(id)) return false;
  return (await readJson<BackupStart>(target, startPath(id))) !== undefined;
}
