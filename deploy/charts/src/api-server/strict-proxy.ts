import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface StrictProxy {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const writes = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Hands requests on to an API server as its administrator's. Every write asks that unknown fields be refused: Helm leaves
 * that to the server, which by default only warns.
 */
export async function startStrictProxy(server: {
  readonly port: number;
  readonly certificate: Buffer;
  readonly token: string;
}): Promise<StrictProxy> {
  const agent = new Agent({ ca: server.certificate, keepAlive: true });
  const proxy = createServer((incoming, answer) => {
    const { method = 'GET' } = incoming;
    const url = new URL(incoming.url ?? '/', `https://127.0.0.1:${server.port}`);
    if (writes.has(method)) url.searchParams.set('fieldValidation', 'Strict');
    const headers = { ...incoming.headers, host: url.host, authorization: `Bearer ${server.token}` };
    const outgoing = request(url, { method, headers, agent }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: async () => {
      proxy.close();
      proxy.closeAllConnections();
      await once(proxy, 'close');
      agent.destroy();
    },
  };
}
