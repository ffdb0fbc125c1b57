import { systemClock } from '@assay/chassis/clock';
import { newId } from '@assay/chassis/ids';
import { createSemaphore } from '@assay/chassis/process/semaphore';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import type { Db } from 'mongodb';
import { getDataset } from '../../../../services/datasets/src/domain/dataset/get-dataset.ts';
import { placeUpload } from '../../../../services/datasets/src/domain/upload/place-upload.ts';
import { createDatasetStore } from '../../../../services/datasets/src/store/dataset-store.ts';
import { createSegmentStore } from '../../../../services/datasets/src/store/segment-store.ts';
import { createUploadDecisionStore } from '../../../../services/datasets/src/store/upload-decision-store.ts';
import { createVersionStore } from '../../../../services/datasets/src/store/version-store.ts';
import { createDataset } from './create-dataset.ts';
import type { FilledDataset } from './create-dataset.ts';

const uploadsAtOnce = 16;

interface Placing {
  /** The database of datasets. */
  readonly db: Db;
  readonly fileCount: number;
  readonly filesPerUpload: number;
}

/**
 * Creates a dataset, and commits uploads as the service does. The records and objects of the files are left out: the embedded database
 * scans all records for each upload, and reading a version needs none of them. One file in a hundred has the bytes of another one.
 */
export async function placeFiles(
  platform: LaunchedPlatform,
  { db, fileCount, filesPerUpload }: Placing,
): Promise<FilledDataset> {
  const filled = await createDataset(platform, db, `placed-${filesPerUpload.toString()}`);
  const { id, organizationId } = filled;
  const relay = { notify: () => undefined };
  const deps = {
    datasets: createDatasetStore(db, relay),
    versions: createVersionStore(db, relay),
    segments: createSegmentStore(db),
    uploadDecisions: createUploadDecisionStore(db),
    clock: systemClock,
  };
  const dataset = await getDataset(deps, { organizationId }, id);
  const slots = createSemaphore(uploadsAtOnce);
  const place = async (upload: number): Promise<void> => {
    const named = { uploadId: newId(), organizationId, datasetId: id, decidedAt: new Date() };
    const decision = await deps.uploadDecisions.decide({ ...named, decision: 'committed' });
    const files = Array.from({ length: filesPerUpload }, (_, at) => makeEntry(upload * filesPerUpload + at));
    await placeUpload(deps, dataset, { decision, files });
  };
  const uploads = Array.from({ length: fileCount / filesPerUpload }, (_, upload) => upload);
  await Promise.all(uploads.map((upload) => slots.run(() => place(upload))));
  return filled;
}

function makeEntry(index: number) {
  const fileId = newId();
  const content = index % 100 === 99 ? index - 1 : index;
  return {
    fileId,
    rawFileId: fileId,
    name: `text-${index.toString().padStart(6, '0')}.txt`,
    type: 'text/plain',
    sizeBytes: 107,
    sha256: content.toString(16).padStart(64, '0'),
    createdAt: new Date(),
  };
}
