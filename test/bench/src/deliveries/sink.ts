import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificateFile, keyFile } from './certificates.ts';

/** A receiver over TLS on several ports that reads each request and responds 204. The parent gets the ports. */
const [count = '1'] = process.argv.slice(2);
const certificate = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };
const ports = Array.from({ length: Number(count) }, async () => {
  const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
});
process.send?.(await Promise.all(ports));
process.once('disconnect', () => process.exit());
