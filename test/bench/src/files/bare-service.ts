/**
 * The least a service can do with an upload: it hashes every body on its way to a PutObject, and a part twice, as the digests of the
 * part and of the whole file are both part of the interface.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { openBareClient } from './bare-client.ts';
import { serveParent } from './serve-parent.ts';

const { put } = openBareClient(process.argv[2]);

async function store(received: IncomingMessage): Promise<string> {
  const hashes = Array.from({ length: isPart(received) ? 2 : 1 }, () => createHash('sha256'));
  received.on('data', (bytes: Buffer) => {
    for (const hash of hashes) hash.update(bytes);
  });
  // The client, which is not ready yet, has it flow.
  received.pause();
  await put(received, Number(received.headers['content-length']));
  return hashes.map((hash) => hash.digest('hex')).join();
}

function isPart({ method }: IncomingMessage): boolean {
  return method === 'PUT';
}

const server = createServer((received, response) => {
  void store(received).then((digests) => response.writeHead(isPart(received) ? 200 : 201).end(digests));
});
serveParent(server);
