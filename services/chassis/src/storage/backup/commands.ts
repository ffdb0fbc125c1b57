import { parseArgs } from 'node:util';
import type { Db } from 'mongodb';
import { backupDatabase } from './backup-database.ts';
import { backupObjects } from './backup-objects.ts';
import { openBackupTarget } from './open-target.ts';
import type { BackupTarget } from './backup-target.ts';
import { restoreDatabase } from './restore-database.ts';
import { checkBackup, restoreObjects } from './restore-objects.ts';
import { systemClock } from '../../clock.ts';
import type { ConfigOf } from '../../config.ts';
import { createStorage } from '../open-storage.ts';
import { runCommand } from '../../process/operator-command.ts';
import { storageSettings } from '../../settings/servers.ts';
import { backupSettings } from '../../settings/backup.ts';

interface SavedService {
  readonly name: string;
  /** Its collections, in the order in which they are read. */
  readonly collections: readonly string[];
}

interface RestoredService {
  readonly name: string;
  /** Makes collections agree, after a restore, that were read one after the other. */
  readonly settle?: (db: Db) => Promise<void>;
}

/** `backup database` copies a service's database, `backup objects` the objects of all services, which completes the backup. */
export function runBackup({ name, collections }: SavedService): Promise<void> {
  return runCommand(`${name}-backup`, async ({ db, readSettings }) => {
    const { positionals } = parseArgs({ allowPositionals: true });
    await withTarget(readSettings(backupSettings), async (target, id) => {
      const deps = { target, clock: systemClock };
      switch (positionals.join(' ')) {
        case 'database': {
          const { collections: parts } = await backupDatabase(
            { ...deps, db },
            { id, service: name, collections },
          );
          const documents = parts.reduce((sum, part) => sum + part.documents, 0);
          return `${name}: ${documents.toString()} documents of ${parts.length.toString()} collections are in backup ${id}`;
        }
        case 'objects': {
          const config = readSettings(storageSettings);
          const storage = createStorage(config);
          const deletionDelayMs = config.objectDeletionDelayMs;
          const { objects } = await backupObjects({ ...deps, storage }, { id, deletionDelayMs });
          storage.close();
          const count = objects.reduce((sum, part) => sum + part.objects, 0);
          return `${count.toString()} objects are in backup ${id}, which is complete`;
        }
        default:
          throw new Error('usage: backup database | backup objects');
      }
    });
  });
}

/** `restore check` compares a backup with its manifest, `restore objects` and `restore database` put it back. */
export function runRestore({ name, settle }: RestoredService): Promise<void> {
  return runCommand(`${name}-restore`, async ({ db, readSettings }) => {
    const options = { replace: { type: 'boolean', default: false } } as const;
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    await withTarget(readSettings(backupSettings), async (target, id) => {
      switch (positionals.join(' ')) {
        case 'check': {
          const { objects, documents } = await checkBackup(target, id);
          return `backup ${id} is whole: ${documents.toString()} documents, ${objects.toString()} objects`;
        }
        case 'objects': {
          const storage = createStorage(readSettings(storageSettings));
          const { restored, kept } = await restoreObjects({ storage, target }, id);
          storage.close();
          return `${restored.toString()} objects restored from backup ${id}, ${kept.toString()} were there`;
        }
        case 'database': {
          const wanted = { id, service: name, mayReplace: values.replace, settle };
          const documents = await restoreDatabase({ db, target }, wanted);
          return `${name}: ${documents.toString()} documents restored from backup ${id}`;
        }
        default:
          throw new Error('usage: restore check | restore objects | restore database [--replace]');
      }
    });
  });
}

async function withTarget(
  config: ConfigOf<typeof backupSettings>,
  work: (target: BackupTarget, id: string) => Promise<string>,
): Promise<void> {
  const target = openBackupTarget(config);
  try {
    process.stdout.write(`${await work(target, config.backupId)}\n`);
  } finally {
    target.close();
  }
}
