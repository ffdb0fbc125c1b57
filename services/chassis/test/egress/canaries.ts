import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { vi } from 'vitest';

/** False on machines that have turned IPv6 off. */
export const hasIpv6 = listLocalAddresses().includes('::1');

export interface Canaries {
  readonly port: number;
  /** Counts the connections that arrived. */
  readonly connections: () => number;
  stop(): Promise<void>;
}

/** Starts a listener on one port of all addresses of this machine: each of 127.0.0.0/8, `::1`, and those of its interfaces. */
export async function startCanaries(): Promise<Canaries> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).destroy();
  });
  server.listen(0, hasIpv6 ? '::' : '0.0.0.0');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async stop() {
      server.close();
      await once(server, 'close');
    },
  };
}

/** Lists the addresses of this machine without link-local ones, which need a zone. */
export function listLocalAddresses(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return ['127.0.0.2', '127.255.255.254', ...addresses.map(({ address }) => address)].filter(
    (address) => !address.startsWith('fe80'),
  );
}

/**
 * Records the targets of all TCP connections that this process begins to these ports. A target outside this machine is not contacted, so
 * a broken guard fails the test and reaches no other host.
 */
export function watchConnections(ports: readonly number[]) {
  const targets: string[] = [];
  const local = new Set(listLocalAddresses());
  const original = readConnect();
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
    ...args: unknown[]
  ) {
    const [first] = args;
    const { host = '', port } = (Array.isArray(first) ? first[0] : first) as {
      host?: string;
      port?: unknown;
    };
    if (!ports.includes(Number(port))) return original.apply(this, args);
    targets.push(`${host} ${String(port)}`);
    if (local.has(host) || host.startsWith('127.') || host === 'localhost') return original.apply(this, args);
    return this.destroy(new Error('The test does not contact other hosts.'));
  });
  return { targets, stop: () => spy.mockRestore() };
}

/** Reads the method that the spy replaces; it is called with the socket as `this`, which the type of a method does not say. */
function readConnect(): (this: Socket, ...args: unknown[]) => Socket {
  return Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')?.value as (
    this: Socket,
    ...args: unknown[]
  ) => Socket;
}
