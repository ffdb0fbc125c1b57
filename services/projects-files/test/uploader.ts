import { File } from '@assay/proto/files/v1/file';
import { Status } from '@assay/proto/google/rpc/status';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { fromStatus } from '@assay/chassis/grpc/contract/status';
import type { TokenSigner } from '@assay/chassis/tokens/internal-token';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** True if the listener repeats an earlier answer. */
  readonly isReplay: boolean;
  readonly file?: File;
  readonly error?: ReturnType<typeof fromStatus>;
}

/** What a test sends: the parts of a form, in order. */
export interface Upload {
  readonly bytes: Uint8Array;
  readonly type?: string;
  readonly name?: string;
  readonly part?: string;
}

/** A client of the upload listener, as the gateway is one. */
export function createUploader(address: string, signer: TokenSigner) {
  const url = (projectId: string): string => `http://${address}/v2/projects/${projectId}/files`;
  const headers = async (call: OutgoingCall | undefined): Promise<Record<string, string>> => {
    if (call === undefined || call.actor.kind === 'anonymous') return {};
    const { actor, organizationId, requestId, idempotencyKey } = call;
    const token = await signer.sign({ actor, organizationId }, 120);
    return {
      authorization: `Bearer ${token}`,
      'x-request-id': requestId,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
  };
  const send = async (
    call: OutgoingCall | undefined,
    projectId: string,
    init: RequestInit,
  ): Promise<Answer> => {
    const given = new Headers(init.headers);
    for (const [name, value] of Object.entries(await headers(call))) given.set(name, value);
    return readAnswer(await fetch(url(projectId), { ...init, method: 'POST', headers: given }));
  };
  return {
    url,
    headers,
    /** Any request body. */
    send,
    /** A form with these parts. */
    upload: (call: OutgoingCall | undefined, projectId: string, ...parts: readonly Upload[]) =>
      send(call, projectId, { body: formOf(parts) }),
  };
}

export function formOf(parts: readonly Upload[]): FormData {
  const form = new FormData();
  for (const { bytes, type = '', name = 'photo.jpg', part = 'file' } of parts) {
    form.append(part, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  return form;
}

export async function readAnswer(response: Response): Promise<Answer> {
  const { status } = response;
  if (response.headers.get('content-type') !== 'application/x-protobuf') {
    throw new Error(`${status} without protobuf: ${await response.text()}`);
  }
  const body = Buffer.from(await response.arrayBuffer());
  const isReplay = response.headers.get('idempotent-replayed') === 'true';
  return status === 201
    ? { status, body, isReplay, file: File.decode(body) }
    : { status, body, isReplay, error: fromStatus(Status.decode(body)) };
}
