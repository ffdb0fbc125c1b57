import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { RestError } from '@assay/operations/errors/rest-error';
import { toNetwork } from '@assay/chassis/http/client-network';
import type { IsProxy } from './trusted-proxies.ts';

export interface ConnectionCap {
  /** Throws TOO_MANY_REQUESTS when the connection is over the cap of its address. */
  refuse(socket: Socket): void;
}

/** A connection over the cap stays open this long, so that its first request receives the reason. */
const refusalTimeoutMs = 2_000;
const retryAfterSeconds = 1;

/**
 * Caps the open connections of each address. Trusted proxies have no cap, because they carry the connections of many clients.
 * Connections over the cap receive one refusal; those over twice the cap are closed at once.
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
      throw new RestError(
        'TOO_MANY_REQUESTS',
        `More than ${max} connections are open from this address. Close some and try again.`,
        {
          retryAfterSeconds,
        },
      );
    },
  };
}
