import { runRedrive } from '@assay/chassis/process/redrive-command';
import { createEnrichmentStore } from '../store/enrichment-store.ts';

// Asks again for every file that is not read.
await runRedrive('projects-files', createEnrichmentStore);
