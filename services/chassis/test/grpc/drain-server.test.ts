import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { drainServer } from '../../src/http/drain-server.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('drainServer', () => {
  let server: Server;
  let port: number;
  let client: Agent;
  let isDraining: boolean;

  beforeEach(async () => {
    isDraining = false;
    server = createServer((_, answer) => {
      answer.setHeader('connection', isDraining ? 'close' : 'keep-alive').end('answered');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    client = new Agent({ keepAlive: true, maxSockets: 1 });
  });
  afterEach(() => {
    client.destroy();
    server.closeAllConnections();
  });

  const send = (agent: Agent): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const sent = request({ agent, port, host: '127.0.0.1' }, (answer) => {
        answer.resume().once('end', () => {
          resolve(answer);
        });
      });
      sent.once('error', reject).end();
    });

  it('answers a request on an open connection and then closes the connection', async () => {
    await send(client);
    isDraining = true;
    const drained = drainServer(server, 10_000);
    const answer = await send(client);
    expect(answer).toMatchObject({ statusCode: 200, headers: { connection: 'close' } });
    await drained;
  });

  it('refuses new connections at once', async () => {
    await send(client);
    const drained = drainServer(server, 10_000);
    await expect(send(new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await drained;
  });

  it('does not wait for idle connections', async () => {
    await send(client);
    const begun = performance.now();
    await drainServer(server, 60_000);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('aborts a request that exceeds the timeout', async () => {
    server.removeAllListeners('request');
    const sent = send(client).catch((error: unknown) => error);
    await once(server, 'request');
    await drainServer(server, 50);
    expect(await sent).toMatchObject({ code: 'ECONNRESET' });
  });
});
