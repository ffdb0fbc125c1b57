import { createServer as createHttpServer, request as forward } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { localHost } from '@assay/local/platform/environment';

/** The unit of which the next one goes to the next target. A Service of Kubernetes balances connections. */
export type Balanced = 'messages' | 'connections';

/** A load balancer without affinity and without health checks. */
export interface LoadBalancer {
  readonly port: number;
  /** The number of forwarded messages or connections, in the order of the targets. */
  readonly forwarded: readonly number[];
  /** The indexes of the targets that get nothing new. */
  readonly excluded: Set<number>;
  close(): void;
}

/** @param ports the ports of the targets on this machine */
export async function startLoadBalancer(ports: readonly number[], balanced: Balanced): Promise<LoadBalancer> {
  const forwarded = ports.map(() => 0);
  const excluded = new Set<number>();
  let last = -1;
  const chooseNext = (): number => {
    do last = (last + 1) % ports.length;
    while (excluded.has(last));
    forwarded[last] = (forwarded[last] ?? 0) + 1;
    return ports[last] ?? 0;
  };
  const sockets = new Set<Socket>();
  const server = balanced === 'messages' ? balanceMessages(chooseNext) : balanceConnections(chooseNext);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, localHost, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    forwarded,
    excluded,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Forwards each request on a connection of its own. If the target loses that one, the client loses its connection. */
function balanceMessages(chooseNext: () => number): Server {
  return createHttpServer((request, response) => {
    const { url: path = '/', method, headers } = request;
    const target = { host: localHost, port: chooseNext(), path, method, agent: false };
    const passed = forward({ ...target, headers: { ...headers, connection: 'close' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => undefined);
    });
    passed.on('error', () => {
      response.destroy();
    });
    request.pipe(passed);
  });
}

function balanceConnections(chooseNext: () => number): Server {
  return createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ host: localHost, port: chooseNext(), allowHalfOpen: true });
    pipeline(client, target, client, () => undefined);
  });
}
