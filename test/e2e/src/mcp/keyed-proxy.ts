import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyedProxy {
  readonly url: string;
  close(): void;
}

/** Forwards requests to the MCP endpoint with a key, for clients that cannot send one. Its own address becomes that of the endpoint. */
export async function startKeyedProxy(baseUrl: string, key: string): Promise<KeyedProxy> {
  const target = new URL('/v2/mcp', baseUrl);
  let own = '';
  const server = createServer((request, response) => {
    const named = ['host', 'origin'].flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value.replace(own, target.host)]] : [];
    });
    const headers = { ...request.headers, ...Object.fromEntries(named), 'x-api-key': key };
    const passed = forward(target, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { url: `http://${own}/v2/mcp`, close: () => server.close() };
}
