import { runRedrive, runRepublish } from '@assay/chassis/process/boot/redrive-command';
import { createTombstoneStore } from '../store/tombstone-store.ts';
import { createVersionStore } from '../store/version-store.ts';

// Announces every deletion again, and publishes the recent ends of jobs again. The check of jobs continues all jobs by itself.
await runRedrive('datasets', createTombstoneStore);
const silent = { notify: () => undefined };
await runRepublish('datasets', (db, since) => createVersionStore(db, silent).listEndEvents(since));
