import { runRedrive } from '@assay/chassis/process/redrive-command';
import { createEnrichmentStore } from '../store/enrichment-store.ts';
import { createTombstoneStore } from '../store/tombstone-store.ts';

// Asks again for every file that is not read, and announces every deletion that is remembered.
await runRedrive('projects-files', createEnrichmentStore);
await runRedrive('projects-files', createTombstoneStore);
