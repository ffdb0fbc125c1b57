import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

const idleMs = 1_000;

/**
 * Takes no new connection and answers what still comes on the open ones, which must say `connection: close` by now. A
 * server that closes its kept connections at once (`Server.close`) loses the requests that are on their way on them.
 * Resolves when every connection ended; those that bring no request are ended after a second, the others after
 * `timeoutMs`.
 */
export async function drainServer(server: Server, timeoutMs: number): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    // Not the method of the HTTP server, which ends idle connections first.
    NetServer.prototype.close.call(server, () => {
      resolve();
    });
  });
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, idleMs);
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, timeoutMs);
  await ended;
  clearInterval(idle);
  clearTimeout(cut);
}
