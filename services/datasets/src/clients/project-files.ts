import type { OutgoingCall } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Channel } from '@assay/chassis/grpc/client';
import { createServiceCall } from '@assay/chassis/call-context';
import type { File } from '@assay/proto/files/v1/file';
import { FilesServiceService, ListFilesRequest } from '@assay/proto/files/v1/files_service';
import type { ListFilesResponse } from '@assay/proto/files/v1/files_service';
import type { FileMeasures, ProjectFile } from '../domain/run/project-file.ts';

/** The files of projects, which projects-files owns. Every call is in the name of this service. */
export interface ProjectFiles {
  /** NOT_FOUND for an unknown file, one of another organization, and one of a dataset. */
  find(organizationId: string, fileId: string): Promise<ProjectFile>;
  /** In the order of the ids. NOT_FOUND if the project lacks one of them. */
  findMany(
    organizationId: string,
    projectId: string,
    fileIds: readonly string[],
  ): Promise<readonly ProjectFile[]>;
  /** Lists all files of a project, one page at a time. */
  list(organizationId: string, projectId: string, signal: AbortSignal): AsyncIterable<readonly ProjectFile[]>;
}

const pageSize = 200;

export function createProjectFiles(channel: Channel): ProjectFiles {
  const client = channel.client(FilesServiceService);
  return {
    async find(organizationId, fileId) {
      const { file } = await client.getFile(callFor(organizationId), { fileId, projectId: '' });
      const found = file && fromFile(file);
      if (found === undefined) throw notFound('file');
      return found;
    },
    async findMany(organizationId, projectId, fileIds) {
      const request = { projectId, fileIds: [...fileIds] };
      const { files } = await client.batchGetFiles(callFor(organizationId), request);
      return files.flatMap((file) => fromFile(file) ?? []);
    },
    async *list(organizationId, projectId, signal) {
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const page: ListFilesResponse = await client.listFiles(
          { ...callFor(organizationId), signal },
          ListFilesRequest.fromPartial({ projectId, limit: pageSize, cursor }),
        );
        yield page.files.flatMap((file) => fromFile(file) ?? []);
        cursor = page.nextCursor;
      }
    },
  };
}

/** Undefined for a file of a dataset. */
function fromFile(file: File): ProjectFile | undefined {
  const { id, projectId, name, mimeType, sizeBytes, sha256, storageKey, enrichment = {} } = file;
  if (projectId === undefined) return undefined;
  const measures = readMeasures(enrichment);
  return { id, projectId, name, mimeType, sizeBytes, sha256, storageKey, measures };
}

function readMeasures(enrichment: object): FileMeasures {
  const read = (name: string): unknown => Reflect.get(enrichment, name);
  const hash = read('perceptualHash');
  const duration = read('durationSeconds');
  const words = read('wordCount');
  return {
    perceptualHash: typeof hash === 'string' ? hash : undefined,
    durationSeconds: typeof duration === 'number' ? duration : undefined,
    wordCount: typeof words === 'number' ? words : undefined,
  };
}

const callFor = (organizationId: string): OutgoingCall => createServiceCall('datasets', organizationId);
