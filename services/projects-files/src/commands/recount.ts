import { systemClock } from '@assay/chassis/clock';
import { runCommand } from '@assay/chassis/process/boot/operator-command';
import { recomputeUsage } from '../domain/room/room.ts';
import { createDatasetUploadStore } from '../store/dataset-upload-store.ts';
import { createDerivedObjectStore } from '../store/derived-object-store.ts';
import { createFileStore } from '../store/file/file-store.ts';
import { createStorageUseStore } from '../store/storage-use-store.ts';

// Counts the files of every organization that has a counter, sets those that are wrong, and prints how many were.
await runCommand('projects-files-recount', async ({ db, relay }) => {
  const storageUse = createStorageUseStore(db);
  const deps = {
    storageUse,
    clock: systemClock,
    files: createFileStore(db, relay),
    datasetUploads: createDatasetUploadStore(db, relay),
    derivedObjects: createDerivedObjectStore(db),
  };
  let counted = 0;
  let wrong = 0;
  for await (const organizationId of storageUse.organizationIds()) {
    counted += 1;
    if (await recomputeUsage(deps, organizationId)) wrong += 1;
  }
  process.stdout.write(
    `projects-files: ${counted.toString()} counters recounted, ${wrong.toString()} were wrong\n`,
  );
});
