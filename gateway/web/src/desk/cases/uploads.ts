/** Files on their way into a project: uploaded, stored, then read by the platform. */

import { api, uploadFile } from '../parts/api.ts';
import type { StoredFile } from '../parts/api-types.ts';
import { pause } from '../parts/pause.ts';
import { createQueue } from './queue.ts';
import { ApiError } from '../../shared/api-error.ts';
import type { Progress } from './row.ts';
import { describeReading } from './texts.ts';

export interface FileUpload {
  readonly file: File;
  readonly projectId: string;
  /** The MIME type: first the browser's, then the one that the platform has detected. */
  type: string;
  /** Resolves when the file can be analysed; to undefined when it was discarded before. */
  ready: Promise<StoredFile | undefined>;
  hasFailed: boolean;
  isDiscarded: boolean;
  stored?: StoredFile;
  /** Called with each step. It may be replaced at any time. */
  onStep?: ((progress: Progress) => void) | undefined;
}

/** More uploads at the same time only make each of them slower. */
const enqueue = createQueue(2);
const pollMs = 500;

/** Begins to upload a file. */
export function createUpload(file: File, projectId: string): FileUpload {
  const upload: FileUpload = {
    file,
    projectId,
    type: file.type,
    ready: Promise.resolve(undefined),
    hasFailed: false,
    isDiscarded: false,
  };
  retryUpload(upload);
  return upload;
}

/** Tries again after a failure. A file that is stored already is not sent again. */
export function retryUpload(upload: FileUpload): void {
  upload.hasFailed = false;
  upload.ready = enqueue(() => (upload.isDiscarded ? Promise.resolve(undefined) : send(upload)));
  upload.ready.catch(() => {
    upload.hasFailed = true;
  });
}

/** Stops an upload, and deletes the file when it is stored already. */
export function discardUpload(upload: FileUpload): void {
  upload.isDiscarded = true;
  const remove = async (): Promise<void> => {
    if (upload.stored !== undefined) await api.deleteFile({ fileId: upload.stored.id });
  };
  upload.ready.then(remove, remove).catch(() => undefined);
}

async function send(upload: FileUpload): Promise<StoredFile> {
  const step = (text: string, share?: number): void => upload.onStep?.({ text, share });
  upload.stored ??= await uploadFile(upload.projectId, upload.file, (share) =>
    share < 1 ? step('Uploading', share) : step('Storing'),
  );
  for (let found = upload.stored; ; found = await api.getFile({ fileId: found.id })) {
    upload.type = found.mimeType;
    const { enrichmentStatus, enrichmentProgress, enrichmentError } = found;
    if (enrichmentStatus === 'completed') return found;
    if (enrichmentStatus === 'failed') {
      throw new ApiError(422, { message: enrichmentError ?? 'the platform cannot read it' });
    }
    step(describeReading(enrichmentProgress), enrichmentProgress?.share ?? undefined);
    await pause(pollMs);
  }
}
