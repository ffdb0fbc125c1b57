import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeldBody } from '@assay/chassis/http/body-memory';
import { RestError } from '@assay/operations/errors/rest-error';
import { mebibytes } from '@assay/chassis/units';

const maxBytes = mebibytes(1);

/** Opens the memory of a body. The body is refused with an error when it loses its memory. */
type OpenMemory = (announcedBytes: number, refuse: (error: Error) => void) => HeldBody;

/**
 * Reads the body of a request. Its memory is released with the response. Rejects with PAYLOAD_TOO_LARGE above 1 MiB, and with
 * RESOURCE_EXHAUSTED or UNAVAILABLE when there is no memory for it.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  openMemory: OpenMemory,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const memory = openMemory(announced, (error) => {
      chunks.length = 0;
      reject(error);
    });
    response.once('close', memory.release);
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      memory.add(chunk.byteLength);
      if (size > maxBytes) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.once('end', () => {
      memory.keep();
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
    });
    request.once('error', reject);
  });
}

function tooLarge(): RestError {
  return new RestError('PAYLOAD_TOO_LARGE', 'The request body is too large. Send a smaller one.', {
    details: { maxBytes },
  });
}
