import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { discardUpload, settleUpload } from '../upload/pending-upload.ts';
import { endListed } from '../upload/sweep-uploads.ts';
import type { PendingUpload } from '../upload/upload.ts';
import { uploadState } from '../upload/upload-errors.ts';
import { requireUpload } from './get-upload.ts';
import type { ResumableUpload, UploadPlace } from './resumable-upload.ts';

type EndDeps = Pick<Deps, 'resumableUploads' | 'storage' | 'storageUse' | 'clock' | 'logger'>;

/** Ends an upload and removes its parts. NOT_FOUND; FAILED_PRECONDITION when its file is being stored. */
export async function abortUpload(deps: EndDeps, call: CallContext, place: UploadPlace): Promise<void> {
  const upload = await requireUpload(deps, call, place);
  if (!(await endUpload(deps, upload))) throw uploadState('admitted');
}

/** False when its file is being stored. What cannot be removed now is left to the sweeper. */
export async function endUpload(deps: EndDeps, upload: ResumableUpload): Promise<boolean> {
  if (!(await deps.resumableUploads.end(upload.organizationId, upload.id, deps.clock.now()))) return false;
  await discardUpload(withRecords(deps, upload.organizationId), asPending(upload)).catch((error: unknown) => {
    deps.logger.warn({ err: error, uploadId: upload.id }, 'removing an ended upload is left to the sweeper');
  });
  return true;
}

/** Ends the uploads into a project, except those whose files are being stored: they look for it themselves. */
export async function endUploadsOfProject(
  deps: EndDeps,
  organizationId: string,
  projectId: string,
): Promise<void> {
  for (let after: string | undefined; ;) {
    const page = { projectId, after, limit: batchSize };
    const uploads = await deps.resumableUploads.listOfProject(organizationId, page);
    for (const upload of uploads) await endUpload(deps, upload);
    if (uploads.length < batchSize) return;
    after = uploads.at(-1)?.id;
  }
}

/** What ends uploads of one request, with the records of uploads in parts in place of theirs. */
export function withRecords<D extends Pick<Deps, 'resumableUploads'>>(deps: D, organizationId: string) {
  const remove = (id: string): Promise<void> => deps.resumableUploads.remove(organizationId, id);
  return { ...deps, uploads: { remove } };
}

const batchSize = 100;

/**
 * Removes what expired and aborted uploads left, and the records of those that became files. Any number of sweepers may work
 * at once. Returns how many were ended; what fails is tried again by the next sweep.
 */
export async function sweepResumableUploads(deps: EndDeps & Pick<Deps, 'files'>): Promise<number> {
  const now = deps.clock.now();
  return endListed(deps, {
    list: async (limit) => (await deps.resumableUploads.listExpired(now, limit)).map(asPending),
    end: (upload) => sweep(deps, upload, now),
  });
}

async function sweep(
  deps: EndDeps & Pick<Deps, 'files'>,
  upload: PendingUpload,
  now: Date,
): Promise<boolean> {
  const { fileId, organizationId } = upload;
  if (!(await deps.resumableUploads.take(organizationId, fileId, now))) return false;
  const isStored = await settleUpload(withRecords(deps, organizationId), upload);
  deps.logger.info({ uploadId: fileId, isStored }, 'ended an expired upload');
  return true;
}

function asPending({ id: fileId, ...upload }: ResumableUpload): PendingUpload {
  return { ...upload, fileId };
}
