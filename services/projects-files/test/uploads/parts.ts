import { createHash } from 'node:crypto';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { fromStatus } from '@assay/chassis/grpc/contract/status';
import { PrivacyLevel } from '@assay/proto/files/v1/file';
import { UploadPart } from '@assay/proto/files/v1/upload';
import type { CreateUploadRequest } from '@assay/proto/files/v1/uploads_service';
import { Status } from '@assay/proto/google/rpc/status';
import { videoStart } from '../content.ts';
import type { Started } from '../start.ts';

export const partSize = 8 * 2 ** 20;

/** A video of so many bytes, no two parts alike. */
export function film(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let index = 0; index < size; index += 4_096) bytes.writeUInt32LE(index, index);
  videoStart().copy(bytes);
  return bytes;
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const partOf = (bytes: Buffer, partNumber: number): Buffer =>
  bytes.subarray((partNumber - 1) * partSize, partNumber * partSize);

/** What a client says of a video before it sends it. */
export function announced(projectId: string, size: number): CreateUploadRequest {
  return {
    projectId,
    name: 'film.mp4',
    mimeType: 'video/mp4',
    size,
    folderId: undefined,
    tags: [],
    privacyLevel: PrivacyLevel.UNSPECIFIED,
    withLinks: false,
  };
}

export interface Place {
  readonly projectId: string;
  readonly uploadId: string;
}

export interface PartAnswer {
  readonly status: number;
  readonly part?: UploadPart;
  readonly error?: ReturnType<typeof fromStatus>;
}

/** Sends the body as one part, as the gateway does. */
export async function putPart(
  { service, uploader }: Started,
  call: OutgoingCall | undefined,
  { projectId, uploadId, partNumber }: Place & { readonly partNumber: number | string },
  init: RequestInit,
): Promise<PartAnswer> {
  const path = `/v2/projects/${projectId}/uploads/${uploadId}/parts/${partNumber}`;
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(await uploader.headers(call))) headers.set(name, value);
  const url = `http://${service.uploadAddress ?? ''}${path}`;
  const response = await fetch(url, { ...init, method: 'PUT', headers });
  const body = Buffer.from(await response.arrayBuffer());
  const { status } = response;
  return status === 200
    ? { status, part: UploadPart.decode(body) }
    : { status, error: fromStatus(Status.decode(body)) };
}

/** Begins an upload. */
export async function begin(
  { uploads }: Started,
  call: OutgoingCall,
  request: CreateUploadRequest,
): Promise<Place> {
  const { upload } = await uploads.createUpload(call, request);
  return { projectId: request.projectId, uploadId: upload?.uploadId ?? '' };
}

/** Begins an upload and sends all its parts, the last one first. */
export async function sendAll(
  running: Started,
  call: OutgoingCall,
  { projectId, bytes }: { readonly projectId: string; readonly bytes: Buffer },
): Promise<Place> {
  const place = await begin(running, call, announced(projectId, bytes.byteLength));
  for (let partNumber = Math.ceil(bytes.byteLength / partSize); partNumber > 0; partNumber -= 1) {
    const body = new Uint8Array(partOf(bytes, partNumber));
    const { status } = await putPart(running, call, { ...place, partNumber }, { body });
    if (status !== 200) throw new Error(`part ${partNumber}: ${status}`);
  }
  return place;
}
