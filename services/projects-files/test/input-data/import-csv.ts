import type { OutgoingCall } from '@assay/chassis/call-context';
import { fromStatus } from '@assay/chassis/grpc/contract/status';
import { Status } from '@assay/proto/google/rpc/status';
import type { InputDataSet } from '@assay/proto/inputdata/v1/input_data_set';
import { CreateInputDataSetResponse } from '@assay/proto/inputdata/v1/input_data_sets_service';
import type { Started } from '../start.ts';

/** What a test sends: a file, and text fields before and after it. */
export interface CsvForm {
  readonly content: string | Buffer;
  readonly name?: string;
  readonly before?: Readonly<Record<string, string>>;
  readonly after?: Readonly<Record<string, string>>;
}

export interface Imported {
  readonly status: number;
  readonly isReplay: boolean;
  readonly body: Buffer;
  readonly dataSet?: InputDataSet | undefined;
  readonly error?: ReturnType<typeof fromStatus>;
}

type Importing = Pick<Started, 'uploader'>;

/** Sends a form in German unless it says otherwise. */
export function importCsv(
  running: Importing,
  call: OutgoingCall | undefined,
  projectId: string,
  { content, name = 'Places.csv', before = { language: 'de' }, after = {} }: CsvForm,
): Promise<Imported> {
  const form = new FormData();
  for (const [field, value] of Object.entries(before)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  for (const [field, value] of Object.entries(after)) form.append(field, value);
  return sendForm(running, call, projectId, { body: form });
}

/** Any request body. */
export async function sendForm(
  { uploader }: Importing,
  call: OutgoingCall | undefined,
  projectId: string,
  init: RequestInit,
): Promise<Imported> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(await uploader.headers(call))) headers.set(name, value);
  const url = uploader.url(projectId).replace(/files$/u, 'input-data/from-csv');
  const response = await fetch(url, { ...init, method: 'POST', headers });
  const body = Buffer.from(await response.arrayBuffer());
  const isReplay = response.headers.get('idempotent-replayed') === 'true';
  const facts = { status: response.status, isReplay, body };
  return response.status === 201
    ? { ...facts, dataSet: CreateInputDataSetResponse.decode(body).dataSet }
    : { ...facts, error: fromStatus(Status.decode(body)) };
}
