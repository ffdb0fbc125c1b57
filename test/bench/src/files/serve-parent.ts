import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port, which it tells the parent, and ends with it. */
export function serveParent(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.send?.(`http://127.0.0.1:${String(port)}`);
  });
  process.once('disconnect', () => {
    server.closeAllConnections();
    server.close();
  });
}
