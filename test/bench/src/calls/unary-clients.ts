import { connect } from 'node:http2';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import type { GetFileResponse } from '@assay/proto/files/v1/files_service';

const { path, requestSerialize, responseDeserialize } = FilesServiceService.getFile;
const timeoutMs = 10_000;

export interface UnaryClient {
  call(fileId: string): Promise<GetFileResponse>;
  close(): void;
}

/** grpc-js as everybody uses it: one HTTP/2 stream per call. */
export function grpcJsClient(address: string, token: string): UnaryClient {
  const client = new Client(address, credentials.createInsecure(), { 'grpc.enable_channelz': 0 });
  return {
    call: (fileId) =>
      new Promise((resolve, reject) => {
        const metadata = new Metadata();
        for (const [name, value] of Object.entries(headersOf(token))) metadata.set(name, value);
        const request = { fileId, projectId: '' };
        const deadline = Date.now() + timeoutMs;
        client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          request,
          metadata,
          { deadline },
          (error, response) => {
            if (response === undefined) reject(error ?? new Error('no answer'));
            else resolve(response);
          },
        );
      }),
    close: () => {
      client.close();
    },
  };
}

const prefixBytes = 5;

/** The least a unary client on node:http2 can do: no deadline of its own, no reconnecting, no status details. */
export function http2Client(address: string, token: string): UnaryClient {
  const session = connect(`http://${address}`);
  const fixed = { ':method': 'POST', ':path': path, te: 'trailers', 'content-type': 'application/grpc' };
  return {
    call: (fileId) =>
      new Promise((resolve, reject) => {
        const stream = session.request({ ...fixed, 'grpc-timeout': `${timeoutMs}m`, ...headersOf(token) });
        const chunks: Buffer[] = [];
        let status: unknown;
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('trailers', (trailers) => (status = trailers['grpc-status']));
        stream.on('error', reject);
        stream.on('end', () => {
          if (status !== '0') reject(new Error(`grpc-status ${String(status)}`));
          else resolve(responseDeserialize(Buffer.concat(chunks).subarray(prefixBytes)));
        });
        const message = requestSerialize({ fileId, projectId: '' });
        const prefix = Buffer.alloc(prefixBytes);
        prefix.writeUInt32BE(message.length, 1);
        stream.end(Buffer.concat([prefix, message]));
      }),
    close: () => {
      session.close();
    },
  };
}

let calls = 0;

function headersOf(token: string): Record<string, string> {
  calls += 1;
  const traceparent = `00-${String(calls).padStart(32, '0')}-${String(calls).padStart(16, '0')}-01`;
  return { authorization: `Bearer ${token}`, 'x-request-id': `request-${calls}`, traceparent };
}
