import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { bytesOfPart, missingParts } from './resumable-upload.ts';
import type { ArrivedPart, PartLink, ResumableUpload, UploadPlace } from './resumable-upload.ts';

const linkSeconds = 3_600;

type FindDeps = Pick<Deps, 'resumableUploads' | 'clock'>;

/** An upload that has not become a file, was not ended and has not expired; undefined otherwise. */
export async function findUpload(
  { resumableUploads, clock }: FindDeps,
  { organizationId }: CallContext,
  { projectId, uploadId }: UploadPlace,
): Promise<ResumableUpload | undefined> {
  const found = await resumableUploads.find(organizationId, uploadId);
  const isThere =
    found?.projectId === projectId &&
    found.multipartId !== '' &&
    found.state !== 'ended' &&
    found.expiresAt > clock.now();
  return isThere ? found : undefined;
}

/** The same; NOT_FOUND where there is none. */
export async function requireUpload(
  deps: FindDeps,
  call: CallContext,
  place: UploadPlace,
): Promise<ResumableUpload> {
  const upload = await findUpload(deps, call, place);
  if (upload === undefined) throw notFound('upload');
  return upload;
}

export interface UploadWithParts {
  readonly upload: ResumableUpload;
  readonly parts: readonly ArrivedPart[];
}

/** An upload and what of it has arrived. NOT_FOUND. */
export async function getUpload(
  deps: FindDeps & Pick<Deps, 'storage'>,
  call: CallContext,
  place: UploadPlace,
): Promise<UploadWithParts> {
  const upload = await requireUpload(deps, call, place);
  return { upload, parts: (await deps.storage.multipart.listParts(upload)) ?? [] };
}

/** A link for each part that has not arrived, valid one hour; none unless they are wanted. */
export async function linkMissingParts(
  { storage, resumableUploads }: Pick<Deps, 'storage' | 'resumableUploads'>,
  { upload, parts }: UploadWithParts,
  includesLinks: boolean,
): Promise<readonly PartLink[]> {
  if (!includesLinks || upload.state !== 'open') return [];
  const missing = missingParts(upload, parts);
  const { organizationId, id } = upload;
  if (!(await resumableUploads.beginParts(organizationId, id, missing.length))) return [];
  const linked = missing.map((partNumber) => ({
    partNumber,
    sizeBytes: bytesOfPart(upload, partNumber) ?? 0,
  }));
  return storage.multipart.presignParts(upload, linked, linkSeconds);
}
