import type { BackupTarget } from './backup-target.ts';
import { isBackupId, listFolder, manifestPath, startPath } from './manifest.ts';

export interface FoundBackup {
  readonly id: string;
  readonly isComplete: boolean;
  /** True when start file and manifest are missing: the backup was being removed, or wrote files after its removal. */
  readonly isOrphaned: boolean;
  /** The paths of its lists of objects. */
  readonly lists: readonly string[];
}

/** Lists the backups in the target. */
export async function findBackups(target: BackupTarget): Promise<readonly FoundBackup[]> {
  const paths = new Map<string, string[]>();
  for await (const path of target.list('backups/')) {
    const id = path.split('/')[1] ?? '';
    if (!isBackupId(id)) continue;
    const found = paths.get(id) ?? [];
    const counts = path === manifestPath(id) || path === startPath(id) || path.startsWith(listFolder(id));
    if (counts) found.push(path);
    paths.set(id, found);
  }
  return [...paths].map(([id, found]) => {
    const isComplete = found.includes(manifestPath(id));
    const lists = found.filter((path) => path.startsWith(listFolder(id)));
    return { id, isComplete, isOrphaned: !isComplete && !found.includes(startPath(id)), lists };
  });
}
