import { runRedrive, runRepublish } from '@assay/chassis/process/boot/redrive-command';
import { mediaKinds } from '../domain/file/media-kind.ts';
import { createDatasetUploadStore } from '../store/dataset-upload-store.ts';
import { createFileStore } from '../store/file/file-store.ts';
import { createPipelineRunStore } from '../store/pipeline-run-store.ts';
import { createRenditionStore } from '../store/rendition-store.ts';
import { createTombstoneStore } from '../store/tombstone-store.ts';

// Requests all unfinished enrichments and renditions, announces all stored deletions and unfinished uploads, requests the state of all open runs, and
// publishes the recent ends of enrichments, once more.
for (const kind of mediaKinds) {
  await runRedrive('projects-files', (db, relay) => createFileStore(db, relay).enrichments[kind]);
}
await runRedrive('projects-files', createRenditionStore);
await runRedrive('projects-files', createTombstoneStore);
await runRedrive('projects-files', (db, relay) => createDatasetUploadStore(db, relay).overdue);
await runRedrive('projects-files', (db, relay) => createPipelineRunStore(db, relay).unfinished);
const silent = { notify: () => undefined };
await runRepublish('projects-files', (db, since) => createFileStore(db, silent).listEnrichmentEvents(since));
