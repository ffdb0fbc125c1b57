import type { IncomingMessage } from 'node:http';
import { RestError } from '@assay/operations/errors/rest-error';
import { mebibytes } from '@assay/chassis/units';

const maxBytes = mebibytes(1);

/** Reads the body of a request. Throws PAYLOAD_TOO_LARGE above 1 MiB. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new RestError('PAYLOAD_TOO_LARGE', 'The request body is too large. Send a smaller one.', {
        details: { maxBytes },
      });
    }
    chunks.push(chunk);
  }
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}
