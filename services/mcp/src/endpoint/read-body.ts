import type { IncomingMessage } from 'node:http';
import { RestError } from '@assay/operations/errors/rest-error';
import { mebibytes } from '@assay/chassis/units';

const maxBytes = mebibytes(1);

/** Reads the body of a request. Rejects with PAYLOAD_TOO_LARGE above 1 MiB. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxBytes) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.once('end', () => {
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
