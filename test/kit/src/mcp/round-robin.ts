import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { localHost } from '@assay/local/platform/environment';

/** A load balancer without affinity and without health checks. */
export interface RoundRobin {
  readonly port: number;
  /** The number of forwarded requests, in the order of the targets. */
  readonly forwarded: readonly number[];
  close(): void;
}

/**
 * Forwards each request to the next port of this machine, on a connection of its own. If the target refuses or loses the connection,
 * the client loses its own.
 */
export async function startRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
  const forwarded = ports.map(() => 0);
  let next = 0;
  const server = createServer((request, response) => {
    const index = next % ports.length;
    next += 1;
    forwarded[index] = (forwarded[index] ?? 0) + 1;
    const { url: path = '/', method, headers } = request;
    const passed = forward(
      {
        ...{ host: localHost, port: ports[index], path, method, agent: false },
        headers: { ...headers, connection: 'close' },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, response, () => undefined);
      },
    );
    passed.on('error', () => {
      response.destroy();
    });
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, localHost, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    forwarded,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
