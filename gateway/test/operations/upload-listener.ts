import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@assay/chassis/errors';
import { toStatus } from '@assay/chassis/grpc/contract/status';
import { createRuntime } from '@assay/chassis/process/runtime';
import { File } from '@assay/proto/files/v1/file';
import { UploadPart } from '@assay/proto/files/v1/upload';
import type { InputDataSet } from '@assay/proto/inputdata/v1/input_data_set';
import { CreateInputDataSetResponse } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { Status } from '@assay/proto/google/rpc/status';

type Receive = (request: IncomingMessage, response: ServerResponse) => void;

/** A fake of the upload listener of projects-files. `receive` handles each request and can be replaced. */
export interface UploadListener {
  readonly url: string;
  receive: Receive;
  stop(): Promise<void>;
}

export async function startUploadListener(): Promise<UploadListener> {
  const runtime = createRuntime('upload-listener', { logLevel: 'silent' });
  const listener = {
    url: '',
    receive: refuseUpload(new DomainError('INTERNAL', 'X', 'nothing to receive with')),
    stop: () => runtime.lifecycle.stop(),
  };
  const server = createServer((request, response) => {
    listener.receive(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  runtime.lifecycle.onStop('listener', () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no address');
  listener.url = `http://127.0.0.1:${address.port}`;
  return listener;
}

/** Reads the body and responds with a file. */
export function storeUpload(file: File, onBody: (body: Buffer) => void = () => undefined): Receive {
  return storeWith(201, File.encode(file).finish(), onBody);
}

/** Reads the body and responds with a part. */
export function storeUploadPart(part: UploadPart, onBody: (body: Buffer) => void): Receive {
  return storeWith(200, UploadPart.encode(part).finish(), onBody);
}

/** Reads the body and responds with a set of input data. */
export function storeInputData(
  dataSet: InputDataSet,
  onRequest: (request: IncomingMessage, body: Buffer) => void,
  headers: Readonly<Record<string, string>> = {},
): Receive {
  const answer = CreateInputDataSetResponse.encode({ dataSet }).finish();
  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    storeWith(201, answer, (body) => {
      onRequest(request, body);
    })(request, response);
  };
}

function storeWith(status: number, answer: Uint8Array, onBody: (body: Buffer) => void): Receive {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      onBody(Buffer.concat(chunks));
      response.writeHead(status, { 'content-type': 'application/x-protobuf', 'x-internal': 'yes' });
      response.end(answer);
    });
  };
}

export function refuseUpload(error: unknown): Receive {
  return (request, response) => {
    request.resume();
    response.writeHead(400, { 'content-type': 'application/x-protobuf' });
    response.end(Status.encode(toStatus(error)).finish());
  };
}
