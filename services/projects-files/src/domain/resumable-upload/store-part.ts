import { createHash } from 'node:crypto';
import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { readType } from '../upload/read-type.ts';
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
  /** Reads exactly so many bytes; INVALID_ARGUMENT for more or fewer. */
  readonly read: (bytes: number) => Promise<Buffer>;
}

type StorePartDeps = Pick<Deps, 'resumableUploads' | 'storage' | 'uploadLimits' | 'clock'>;

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
  const bytes = await read(length);
  if (partNumber === 1) await checkType(deps, upload, bytes);
  const stored = await deps.storage.multipart.putPart(upload, partNumber, bytes);
  if (stored === undefined) throw notFound('upload');
  return { ...stored, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Said as early as it can be known; completing asks again. */
async function checkType(
  { uploadLimits }: Pick<Deps, 'uploadLimits'>,
  { declaredMimeType, sizeBytes }: ResumableUpload,
  head: Buffer,
): Promise<void> {
  const { mimeType, category } = await readType(head, declaredMimeType);
  const maxBytes = uploadLimits[category];
  if (sizeBytes > maxBytes) throw payloadTooLarge({ maxBytes, receivedBytes: sizeBytes, mimeType });
}
