import { runRestore } from '@assay/chassis/storage/backup/commands';
import { createStorageUseStore } from '../store/storage-use-store.ts';

// Puts the database of the service back from a backup, or the objects of all services, or checks it; see deploy/docs/backup.md.
await runRestore({
  name: 'projects-files',
  /** Counters were read after the files, and have counted what came in between. */
  async reconcile(db) {
    const storageUse = createStorageUseStore(db);
    for await (const id of storageUse.organizationIds()) await storageUse.requestRecompute(id, new Date());
  },
});
