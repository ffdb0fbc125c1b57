import { runRedrive } from '@assay/chassis/process/redrive-command';
import { redriveConfig } from '../config.ts';
import { createEnrichmentStore } from '../store/enrichment-store.ts';

// What is appended here is published by the relays of the service that runs.
await runRedrive('projects-files', redriveConfig(), (db) =>
  createEnrichmentStore(db, { notify: () => undefined }),
);
