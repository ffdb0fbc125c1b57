import { createServiceCall } from '@assay/chassis/call-context';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Channel } from '@assay/chassis/grpc/client';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { WorkVersionsServiceService } from '@assay/proto/datasets/v1/work_versions_service';
import { PrivacyLevel } from '@assay/proto/files/v1/file';
import {
  WorkAudience,
  WorkFilesServiceService,
  WorkLinkState,
} from '@assay/proto/files/v1/work_files_service';
import type { WorkFile as WorkFileMessage, WorkLink } from '@assay/proto/files/v1/work_files_service';

/** A file that workers see. */
export interface WorkFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** True if outsiders may see the file. */
  readonly isPublic: boolean;
  /** As displayed, in pixels. Undefined: not known, or not known yet. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly durationSeconds: number | undefined;
}

export interface WorkFileList {
  /** In the order of the request. */
  readonly files: readonly WorkFile[];
  readonly missingFileIds: readonly string[];
}

/** A link to a file for the browser of a worker, or the reason why there is none. */
export type FileLink =
  | { readonly state: 'missing' | 'pending' | 'not_public'; readonly fileId: string }
  | { readonly state: 'failed'; readonly fileId: string; readonly error: string }
  | {
      readonly state: 'ready';
      readonly fileId: string;
      readonly url: string;
      readonly expiresAt: Date;
      readonly mimeType: string;
      readonly width: number | undefined;
      readonly height: number | undefined;
      readonly durationSeconds: number | undefined;
    };

export interface FileLinks {
  /** In the order of the request. */
  readonly links: readonly FileLink[];
  /** Undefined unless a link is pending. */
  readonly retryAfterMs: number | undefined;
}

/** The files, and the people who see them. */
export interface ShownFiles {
  readonly fileIds: readonly string[];
  /** True for guests and members of other organizations. They never get an original. */
  readonly isOutsider: boolean;
}

/** A page of the files of a version of a dataset. */
export interface VersionFiles {
  readonly datasetId: string;
  /** The ids in the order of the version; also of files whose records are gone. */
  readonly fileIds: readonly string[];
  readonly files: readonly WorkFile[];
  /** The number of files of the version. */
  readonly total: number;
}

/** The files of projects and datasets, which projects-files and datasets own. */
export interface WorkFiles {
  /** At most 1,000 files of one project; of any project or dataset without `projectId`. */
  listFiles(
    organizationId: string,
    selection: { readonly projectId?: string | undefined; readonly fileIds: readonly string[] },
    requestId: string,
  ): Promise<WorkFileList>;
  /** Requests the renditions of at most 1,000 files, so that links are ready at the first claim. */
  prepare(organizationId: string, shown: ShownFiles, requestId: string): Promise<void>;
  /** Signs links to at most 50 files, valid for 15 minutes; outsiders get links to public files only. Waits at most `maxWaitMs` for renditions, 10,000 at most. */
  getLinks(
    organizationId: string,
    shown: ShownFiles & { readonly maxWaitMs?: number },
    requestId: string,
  ): Promise<FileLinks>;
  /** At most 1,000 files of a page. NOT_FOUND for an unknown version; FAILED_PRECONDITION with reason VERSION_UNFINISHED, which is INVALID_STATE in REST. */
  listVersionFiles(
    organizationId: string,
    version: { readonly versionId: string; readonly page: number; readonly limit: number },
    requestId: string,
  ): Promise<VersionFiles>;
}

const privacyLevels = createEnumCodec(PrivacyLevel);
const linkStates = createEnumCodec(WorkLinkState);

export function createWorkFiles(channels: {
  readonly projectsFiles: Channel;
  readonly datasets: Channel;
}): WorkFiles {
  const files = channels.projectsFiles.client(WorkFilesServiceService);
  const versions = channels.datasets.client(WorkVersionsServiceService);
  const listFiles: WorkFiles['listFiles'] = async (
    organizationId,
    { projectId = '', fileIds },
    requestId,
  ) => {
    if (fileIds.length === 0) return { files: [], missingFileIds: [] };
    const request = { projectId, fileIds: [...fileIds] };
    const list = await files.listWorkFiles(createCall(organizationId, requestId), request);
    return { files: list.files.map(fromMessage), missingFileIds: list.missingFileIds };
  };
  return {
    listFiles,
    async prepare(organizationId, shown, requestId) {
      await files.prepareRenditions(createCall(organizationId, requestId), toRequest(shown));
    },
    async getLinks(organizationId, { maxWaitMs = 0, ...shown }, requestId) {
      if (shown.fileIds.length === 0) return { links: [], retryAfterMs: undefined };
      const request = { ...toRequest(shown), maxWaitMs };
      const answer = await files.createWorkLinks(createCall(organizationId, requestId), request);
      return { links: answer.links.map(fromLink), retryAfterMs: answer.retryAfterMs };
    },
    async listVersionFiles(organizationId, version, requestId) {
      const call = createCall(organizationId, requestId);
      const { datasetId, files: entries, total } = await versions.listVersionFiles(call, { ...version });
      const fileIds = entries.map(({ fileId }) => fileId);
      const { files: found } = await listFiles(organizationId, { fileIds }, requestId);
      return { datasetId, fileIds, files: found, total };
    },
  };
}

function createCall(organizationId: string, requestId: string): OutgoingCall {
  return createServiceCall('crowd-webhooks', organizationId, requestId);
}

function toRequest({ fileIds, isOutsider }: ShownFiles) {
  const audience = isOutsider ? WorkAudience.OUTSIDERS : WorkAudience.MEMBERS;
  return { fileIds: [...fileIds], audience };
}

function fromMessage({ privacyLevel, ...message }: WorkFileMessage): WorkFile {
  const { id, name, mimeType, sizeBytes, width, height, durationSeconds } = message;
  const isPublic = privacyLevels.fromMessage(privacyLevel) === 'public';
  return { id, name, mimeType, sizeBytes, isPublic, width, height, durationSeconds };
}

function fromLink(link: WorkLink): FileLink {
  const { fileId, presignedUrl, mimeType, width, height, durationSeconds } = link;
  const state = linkStates.fromMessage(link.state);
  if (state === 'missing' || state === 'pending' || state === 'not_public') return { state, fileId };
  const { url, expiresAt } = presignedUrl ?? {};
  if (state !== 'ready' || url === undefined || expiresAt === undefined || mimeType === undefined) {
    return { state: 'failed', fileId, error: link.error ?? 'The file cannot be shown.' };
  }
  return { state, fileId, url, expiresAt, mimeType, width, height, durationSeconds };
}
