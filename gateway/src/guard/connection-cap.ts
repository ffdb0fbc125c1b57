import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { RestError } from '@assay/operations/errors/rest-error';
import { toNetwork } from './client-network.ts';
import type { IsProxy } from './trusted-proxies.ts';

export interface ConnectionCap {
  /** Throws TOO_MANY_REQUESTS for a request on a connection that its address has too many of. */
  refuse(socket: Socket): void;
}

/** How long a connection over the cap is kept for its first request, so that it can be told why it is closed. */
const refusalTimeoutMs = 2_000;
const retryAfterSeconds = 1;

/**
 * Caps the open connections of each address, proxies aside, which have those of many clients. Connections over the cap are
 * kept for one refusal; as many again are closed without a word.
 */
export function capConnections(server: Server, max: number, isProxy: IsProxy | undefined): ConnectionCap {
  const open = new Map<string, number>();
  const excess = new WeakSet<Socket>();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy?.(remoteAddress) === true) return;
    const network = toNetwork(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > 2 * max) socket.destroy();
    else if (count > max) keepForOneRefusal(socket);
  });

  function keepForOneRefusal(socket: Socket): void {
    excess.add(socket);
    const cut = setTimeout(() => {
      socket.destroy();
    }, refusalTimeoutMs).unref();
    socket.once('close', () => {
      clearTimeout(cut);
    });
  }

  return {
    refuse(socket) {
      if (!excess.has(socket)) return;
      throw new RestError('TOO_MANY_REQUESTS', `more than ${max} connections from this address`, {
        retryAfterSeconds,
      });
    },
  };
}
