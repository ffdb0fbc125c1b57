import type { UploadPart as PartMessage } from '@assay/proto/files/v1/upload';
import type { CreateUploadRequest, GetUploadResponse } from '@assay/proto/files/v1/uploads_service';
import type { Deps } from '../deps.ts';
import { linkMissingParts } from '../domain/resumable-upload/get-upload.ts';
import type { UploadWithParts } from '../domain/resumable-upload/get-upload.ts';
import { partCount, partSizeBytes } from '../domain/resumable-upload/resumable-upload.ts';
import type { ArrivedPart, NewResumableUpload } from '../domain/resumable-upload/resumable-upload.ts';
import { privacyLevels } from './file-message.ts';

export function readNewUpload(request: CreateUploadRequest): NewResumableUpload {
  const { projectId, name, mimeType: declaredMimeType, size: sizeBytes, folderId, tags } = request;
  const privacyLevel = privacyLevels.read('privacyLevel', request.privacyLevel) ?? 'private';
  return { projectId, name, declaredMimeType, sizeBytes, folderId, tags, privacyLevel };
}

/** The upload, with links where they are asked for. */
export async function toUploadResponse(
  deps: Pick<Deps, 'storage' | 'resumableUploads'>,
  found: UploadWithParts,
  { withLinks }: { readonly withLinks: boolean },
): Promise<GetUploadResponse> {
  const { upload, parts } = found;
  const { id: uploadId, declaredMimeType: mimeType, sizeBytes: size, projectId, name, folderId } = upload;
  const links = await linkMissingParts(deps, found, withLinks);
  return {
    upload: {
      uploadId,
      projectId,
      name,
      mimeType,
      size,
      folderId,
      partSize: partSizeBytes,
      partCount: partCount(upload),
      parts: parts.map(toPartMessage),
      tags: [...upload.tags],
      privacyLevel: privacyLevels.toMessage(upload.privacyLevel),
      createdAt: upload.createdAt,
      expiresAt: upload.expiresAt,
    },
    links: [...links],
  };
}

export function toPartMessage(part: ArrivedPart & { readonly sha256?: string }): PartMessage {
  const { partNumber, sizeBytes: size, etag, sha256 } = part;
  return { partNumber, size, etag, sha256 };
}
