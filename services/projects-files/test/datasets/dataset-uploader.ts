import { createHash } from 'node:crypto';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { fromStatus } from '@assay/chassis/grpc/contract/status';
import { newId } from '@assay/chassis/ids';
import { DatasetUpload } from '@assay/proto/files/v1/dataset_files_service';
import type { File } from '@assay/proto/files/v1/file';
import { Status } from '@assay/proto/google/rpc/status';
import { callBy } from '@assay/test-kit/test-platform';
import type { Started } from '../start.ts';

/** A dataset, as the gateway names it to the listener. */
export interface Dataset {
  readonly datasetId: string;
  readonly internalId: string;
  readonly modality: string;
}

export function newDataset(overrides: Partial<Dataset> = {}): Dataset {
  return { datasetId: newId(), internalId: `set-${newId()}`, modality: 'image', ...overrides };
}

/** A part of the form. */
export interface FormFile {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly type?: string;
  readonly part?: string;
}

export interface UploadAnswer {
  readonly status: number;
  readonly isReplay: boolean;
  readonly upload?: DatasetUpload;
  readonly error?: ReturnType<typeof fromStatus>;
}

/** Sends any body to the listener, as the gateway does. */
export async function sendToDataset(
  { service, uploader }: Pick<Started, 'service' | 'uploader'>,
  call: OutgoingCall | undefined,
  { datasetId, internalId, modality, ...init }: Dataset & RequestInit,
): Promise<UploadAnswer> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(await uploader.headers(call))) headers.set(name, value);
  headers.set('x-dataset-internal-id', internalId);
  headers.set('x-dataset-modality', modality);
  const url = `http://${service.uploadAddress ?? ''}/v2/datasets/${datasetId}/files`;
  const response = await fetch(url, { ...init, method: 'POST', headers });
  const body = Buffer.from(await response.arrayBuffer());
  const { status } = response;
  const isReplay = response.headers.get('idempotent-replayed') === 'true';
  return status === 201
    ? { status, isReplay, upload: DatasetUpload.decode(body) }
    : { status, isReplay, error: fromStatus(Status.decode(body)) };
}

/** Uploads files to a dataset. */
export function uploadToDataset(
  running: Pick<Started, 'service' | 'uploader'>,
  call: OutgoingCall | undefined,
  { dataset, files }: { readonly dataset: Dataset; readonly files: readonly FormFile[] },
): Promise<UploadAnswer> {
  const body = new FormData();
  for (const [index, { bytes, name = `${index}.png`, type = '', part = 'file[]' }] of files.entries()) {
    body.append(part, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  return sendToDataset(running, call, { ...dataset, body });
}

/** Uploads files and accepts and finishes the upload, as `datasets` does. */
export async function addToDataset(
  running: Started,
  call: OutgoingCall,
  input: { readonly dataset: Dataset; readonly files: readonly FormFile[] },
): Promise<readonly File[]> {
  const { upload, error } = await uploadToDataset(running, call, input);
  if (upload === undefined) throw new Error(`not stored: ${error?.reason ?? ''}`);
  const { datasetId } = input.dataset;
  const service = asDatasets(call);
  const { uploadId } = upload;
  const { upload: accepted } = await running.datasetFiles.acceptUpload(service, { datasetId, uploadId });
  await running.datasetFiles.finishUpload(service, { uploadId });
  return accepted?.files ?? [];
}

/** A call of the service `datasets` for the organization of a user. */
export function asDatasets({ organizationId }: Pick<OutgoingCall, 'organizationId'>): OutgoingCall {
  return { organizationId, requestId: newId(), actor: { kind: 'service', service: 'datasets' } };
}

/** A caller of an organization that no other test uses. */
export const newCaller = (): OutgoingCall => callBy();

export const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
