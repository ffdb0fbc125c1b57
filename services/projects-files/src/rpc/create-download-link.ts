import type { Rpc } from '@assay/chassis/grpc/serve';
import type {
  CreateDownloadLinkRequest,
  CreateDownloadLinkResponse,
} from '@assay/proto/files/v1/files_service';
import type { Deps } from '../deps.ts';
import { findFile } from './find-file.ts';

const expiresInSeconds = 900;

export const createDownloadLink: Rpc<
  Pick<Deps, 'files' | 'storage'>,
  CreateDownloadLinkRequest,
  CreateDownloadLinkResponse
> = async (deps, call, { fileId }) => {
  const { storageKey, name: fileName, mimeType: contentType } = await findFile(deps, call, fileId);
  return {
    presignedUrl: await deps.storage.presignDownload(storageKey, { expiresInSeconds, fileName, contentType }),
  };
};
