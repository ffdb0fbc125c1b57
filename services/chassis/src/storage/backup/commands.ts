import { parseArgs } from 'node:util';
import type { Db } from 'mongodb';
import { backupDatabase } from './backup-database.ts';
import { backupObjects } from './backup-objects.ts';
import { BackupRefusedError } from './manifest.ts';
import { openBackupTarget } from './open-target.ts';
import type { BackupTarget } from './backup-target.ts';
import { pruneBackups } from './prune-backups.ts';
import type { Pruned } from './prune-backups.ts';
import { restoreDatabase } from './restore-database.ts';
import { checkBackup, restoreObjects } from './restore-objects.ts';
import { systemClock } from '../../clock.ts';
import type { ConfigOf } from '../../config.ts';
import { createStorage } from '../open-storage.ts';
import { runCommand } from '../../process/boot/operator-command.ts';
import type { CommandServers } from '../../process/boot/operator-command.ts';
import { storageSettings } from '../../settings/servers.ts';
import { backupSettings, retentionSettings } from '../../settings/backup.ts';
import type { backupTargetSettings } from '../../settings/backup.ts';

/** A restore Job is named after its backup with this prefix, and passes its name as BACKUP_ID. */
const restorePrefix = 'restore-';

interface SavedService {
  readonly name: string;
  /** Its collections in the order in which they are copied. */
  readonly collections: readonly string[];
}

interface RestoredService {
  readonly name: string;
  /** Makes collections consistent after a restore, since they were copied one after the other. */
  readonly reconcile?: (db: Db) => Promise<void>;
}

/**
 * Runs one of three commands: `backup database` copies the database of a service, `backup objects` copies the objects
 * of all services and completes the backup, `backup prune` removes expired backups.
 */
export function runBackup(service: SavedService): Promise<void> {
  return runCommand(`${service.name}-backup`, async (servers) => {
    const options = { 'dry-run': { type: 'boolean', default: false } } as const;
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    switch (positionals.join(' ')) {
      case 'database':
        return saveDatabase(servers, service);
      case 'objects':
        return saveObjects(servers);
      case 'prune':
        return prune(servers, values['dry-run']);
      default:
        throw new Error('usage: backup database | backup objects | backup prune [--dry-run]');
    }
  });
}

async function saveDatabase({ db, readSettings }: CommandServers, service: SavedService): Promise<void> {
  const { name, collections } = service;
  const config = readSettings(backupSettings);
  const id = config.backupId;
  if (id.startsWith(restorePrefix))
    throw new BackupRefusedError(
      `BACKUP_ID is ${id}, but this prefix is reserved for restores. Use another id.`,
    );
  await withTarget(config, async (target) => {
    const request = { id, service: name, collections };
    const { collections: parts } = await backupDatabase({ target, clock: systemClock, db }, request);
    const documents = parts.reduce((sum, part) => sum + part.documents, 0);
    return `${name}: copied ${documents.toString()} documents of ${parts.length.toString()} collections to backup ${id}`;
  });
}

async function saveObjects({ readSettings }: CommandServers): Promise<void> {
  const config = readSettings(backupSettings);
  const id = config.backupId;
  await withTarget(config, async (target) => {
    const storageConfig = readSettings(storageSettings);
    const storage = createStorage(storageConfig);
    const deletionDelayMs = storageConfig.objectDeletionDelayMs;
    const deps = { target, clock: systemClock, storage };
    const { objects } = await backupObjects(deps, { id, deletionDelayMs });
    storage.close();
    const count = objects.reduce((sum, part) => sum + part.objects, 0);
    return `backup ${id} is complete with ${count.toString()} objects`;
  });
}

async function prune({ readSettings }: CommandServers, isDryRun: boolean): Promise<void> {
  const config = readSettings(retentionSettings);
  const retentionDays = config.backupRetentionDays;
  await withTarget(config, async (target) => {
    if (retentionDays === 0) return 'BACKUP_RETENTION_DAYS is 0, so every backup is kept';
    const { objectDeletionDelayMs: deletionDelayMs } = readSettings(storageSettings);
    const retention = { retentionDays, deletionDelayMs, isDryRun };
    return formatPruned(await pruneBackups({ target, clock: systemClock }, retention), isDryRun);
  });
}

function formatPruned({ kept, removed, contents, inProgress }: Pruned, isDryRun: boolean): string {
  const keeping = `${kept.length.toString()} backups are kept`;
  const running = `backup ${inProgress.join(', ')} is in progress`;
  if (inProgress.length > 0 && removed.length === 0)
    return `nothing was removed, since ${running}; ${keeping}`;
  const names = removed.length === 0 ? 'no backup' : removed.join(', ');
  const files =
    inProgress.length > 0 ? `no object contents, since ${running}` : `${contents.toString()} object contents`;
  return `${isDryRun ? 'would remove' : 'removed'} ${names} and ${files}; ${keeping}`;
}

/**
 * Runs one of three commands: `restore check` compares a backup with its manifest, `restore objects` and `restore
 * database` restore it.
 */
export function runRestore({ name, reconcile }: RestoredService): Promise<void> {
  return runCommand(`${name}-restore`, async ({ db, readSettings }) => {
    const options = { replace: { type: 'boolean', default: false } } as const;
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const config = readSettings(backupSettings);
    const id = config.backupId.replace(new RegExp(`^${restorePrefix}`, 'u'), '');
    await withTarget(config, async (target) => {
      switch (positionals.join(' ')) {
        case 'check': {
          const { objects, documents } = await checkBackup(target, id);
          return `backup ${id} is intact: ${documents.toString()} documents, ${objects.toString()} objects`;
        }
        case 'objects': {
          const storage = createStorage(readSettings(storageSettings));
          const { restored, kept } = await restoreObjects({ storage, target }, id);
          storage.close();
          return `restored ${restored.toString()} objects from backup ${id}; ${kept.toString()} existed already`;
        }
        case 'database': {
          const request = { id, service: name, mayReplace: values.replace, reconcile };
          const documents = await restoreDatabase({ db, target }, request);
          return `${name}: restored ${documents.toString()} documents from backup ${id}`;
        }
        default:
          throw new Error('usage: restore check | restore objects | restore database [--replace]');
      }
    });
  });
}

async function withTarget(
  config: ConfigOf<typeof backupTargetSettings>,
  work: (target: BackupTarget) => Promise<string>,
): Promise<void> {
  const target = openBackupTarget(config);
  try {
    process.stdout.write(`${await work(target)}\n`);
  } finally {
    target.close();
  }
}
