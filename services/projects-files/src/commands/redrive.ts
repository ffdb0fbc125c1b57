import { runRedrive } from '@assay/chassis/process/redrive-command';
import { mediaKinds } from '../domain/file/media-kind.ts';
import { createEnrichmentStore } from '../store/enrichment-store.ts';
import { createTombstoneStore } from '../store/tombstone-store.ts';
import { createUnfinishedPipelineRunStore } from '../store/unfinished-pipeline-run-store.ts';

// Asks again for every file that is not read, announces every deletion that is remembered, and asks about every run whose record is open.
for (const kind of mediaKinds) {
  await runRedrive('projects-files', (db, relay) => createEnrichmentStore(db, relay, { kind }));
}
await runRedrive('projects-files', createTombstoneStore);
await runRedrive('projects-files', createUnfinishedPipelineRunStore);
