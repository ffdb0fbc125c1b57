import { runRedrive } from '@assay/chassis/process/redrive-command';
import { mediaKinds } from '../domain/file/media-kind.ts';
import { createEnrichmentStore } from '../store/enrichment-store.ts';
import { createTombstoneStore } from '../store/tombstone-store.ts';

// Asks again for every file that is not read, and announces every deletion that is remembered.
for (const kind of mediaKinds) {
  await runRedrive('projects-files', (db, relay) => createEnrichmentStore(db, relay, { kind }));
}
await runRedrive('projects-files', createTombstoneStore);
