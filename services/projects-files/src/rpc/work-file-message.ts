import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { WorkAudience, WorkLinkState } from '@assay/proto/files/v1/work_files_service';
import type {
  CreateWorkLinksResponse,
  ListWorkFilesResponse,
  WorkLink as WorkLinkMessage,
} from '@assay/proto/files/v1/work_files_service';
import type { WorkLink } from '../domain/work-file/create-work-links.ts';
import type { WorkFileList } from '../domain/work-file/work-file.ts';
import { privacyLevels } from './file-message.ts';

const linkStates = createEnumCodec(WorkLinkState);
export const audiences = createEnumCodec(WorkAudience);
const retryAfterMs = 1_000;

export function toListWorkFilesResponse({ files, missingFileIds }: WorkFileList): ListWorkFilesResponse {
  return {
    files: files.map(({ size, privacyLevel, ...file }) => {
      return { ...file, ...size, privacyLevel: privacyLevels.toMessage(privacyLevel) };
    }),
    missingFileIds: [...missingFileIds],
  };
}

export function toWorkLinksResponse(links: readonly WorkLink[]): CreateWorkLinksResponse {
  const isPending = links.some(({ state }) => state === 'pending');
  return { links: links.map(toLinkMessage), retryAfterMs: isPending ? retryAfterMs : undefined };
}

function toLinkMessage(link: WorkLink): WorkLinkMessage {
  const { fileId } = link;
  const state = linkStates.toMessage(link.state);
  if (link.state !== 'ready') {
    return { fileId, state, isRendition: false, error: link.state === 'failed' ? link.error : undefined };
  }
  const { presignedUrl, mimeType, size, isRendition } = link;
  return { fileId, state, presignedUrl, mimeType, ...size, isRendition };
}
