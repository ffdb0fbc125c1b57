import { runRedrive } from '@assay/chassis/process/redrive-command';
import { createTombstoneStore } from '../store/tombstone-store.ts';

// Announces every deletion again. The check of jobs continues all jobs by itself.
await runRedrive('datasets', createTombstoneStore);
