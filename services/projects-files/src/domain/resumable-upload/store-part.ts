import { createHash } from 'node:crypto';
import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { readType } from '../upload/read-type.ts';
import type { AcceptedType } from '../upload/read-type.ts';
import { payloadTooLarge, uploadState } from '../upload/upload-errors.ts';
import { requireUpload } from './get-upload.ts';
import { bytesOfPart } from './resumable-upload.ts';
import type { ArrivedPart, ResumableUpload, UploadPlace } from './resumable-upload.ts';

/** A part that is there. */
export interface StoredPart extends ArrivedPart {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

export interface IncomingPartBytes extends UploadPlace {
  readonly partNumber: number;
  /** Fills the buffer with exactly as many bytes as it has; INVALID_ARGUMENT for more or fewer. */
  readonly read: (into: Buffer) => Promise<void>;
}

type StorePartDeps = Pick<
  Deps,
  'resumableUploads' | 'arrivingContent' | 'partBuffers' | 'storage' | 'uploadLimits' | 'clock'
>;

/**
 * Stores one part, in place of what was there under its number. NOT_FOUND also for a number that no part has, INVALID_ARGUMENT
 * for another length than it has, FAILED_PRECONDITION once the upload is being completed; of the first part also what the type of a file
 * can be refused for.
 */
export async function storePart(
  deps: StorePartDeps,
  call: CallContext,
  { partNumber, read, ...place }: IncomingPartBytes,
): Promise<StoredPart> {
  const upload = await requireUpload(deps, call, place);
  if (upload.state !== 'open') throw uploadState(upload.state);
  const length = bytesOfPart(upload, partNumber);
  if (length === undefined) throw notFound('part');
  const bytes = deps.partBuffers.take(length);
  const release = (): void => {
    deps.partBuffers.giveBack(bytes);
  };
  const type = await receive(deps, upload, { partNumber, bytes, read }).catch((error: unknown) => {
    release();
    throw error;
  });
  if (!(await deps.resumableUploads.beginParts(upload.organizationId, upload.id, 1))) {
    throw uploadState((await requireUpload(deps, call, place)).state);
  }
  // Where sending it fails, something may go on reading it.
  const stored = await deps.storage.multipart.putPart(upload, partNumber, bytes);
  if (stored === undefined) throw notFound('upload');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  deps.arrivingContent.add(upload.id, { partNumber, bytes, type, release });
  return { ...stored, sha256 };
}

/** Reads a part; of the first one also its type. */
async function receive(
  deps: Pick<Deps, 'uploadLimits'>,
  upload: ResumableUpload,
  { partNumber, bytes, read }: Pick<IncomingPartBytes, 'partNumber' | 'read'> & { readonly bytes: Buffer },
): Promise<AcceptedType | undefined> {
  await read(bytes);
  return partNumber === 1 ? checkType(deps, upload, bytes) : undefined;
}

/** Said as early as it can be known; completing asks again. */
async function checkType(
  { uploadLimits }: Pick<Deps, 'uploadLimits'>,
  { declaredMimeType, sizeBytes }: ResumableUpload,
  head: Buffer,
): Promise<AcceptedType> {
  const type = await readType(head, declaredMimeType);
  const { mimeType, category } = type;
  const maxBytes = uploadLimits[category];
  if (sizeBytes > maxBytes) throw payloadTooLarge({ maxBytes, receivedBytes: sizeBytes, mimeType });
  return type;
}
