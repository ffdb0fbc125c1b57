import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

const idleMs = 1_000;

/**
 * Stops accepting connections and answers the requests that still arrive on open ones; the handler must send `connection: close` by
 * now. `Server.close` would close idle connections at once and lose requests that are on their way. Resolves when every connection
 * has ended: idle ones are closed each second, the others after `timeoutMs`.
 */
export async function drainServer(server: Server, timeoutMs: number): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    // The method of the HTTP server would close idle connections first.
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
