import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBodyDeadline } from './body-deadline.ts';
import type { BodyDeadline } from './body-deadline.ts';

const timeoutMs = 600_000;
const head = 'POST / HTTP/1.1\r\nHost: assay\r\nContent-Length: 2\r\n\r\n';

let server: Server;
let client: Socket;
let begin: (request: IncomingMessage) => Promise<BodyDeadline | undefined>;
let seen: { deadline: BodyDeadline | undefined; closeListeners: number }[];

beforeEach(async () => {
  seen = [];
  begin = (request) => Promise.resolve(startBodyDeadline(request, timeoutMs));
  server = createServer((request, response) => {
    void begin(request).then(async (deadline) => {
      request.resume();
      if (!request.readableEnded) await once(request, 'end');
      seen.push({ deadline, closeListeners: request.socket.listenerCount('close') });
      response.end('ok');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.setNoDelay(true);
  await once(client, 'connect');
});
afterEach(() => {
  client.destroy();
  server.close();
});

/** Resolves once there is an answer. */
async function send(...pieces: readonly string[]): Promise<void> {
  const answered = once(client, 'data');
  for (const piece of pieces) {
    client.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await answered;
}

describe('the deadline of a body', () => {
  it('leaves nothing behind on a connection that serves many requests', async () => {
    for (let i = 0; i < 12; i += 1) await send(head, 'ok');
    expect(seen).toHaveLength(12);
    expect(seen.every(({ deadline }) => deadline !== undefined)).toBe(true);
    expect(new Set(seen.map(({ closeListeners }) => closeListeners)).size).toBe(1);
  });

  it('is not begun when the body has arrived with its head', async () => {
    begin = async (request) => {
      await new Promise((resolve) => setImmediate(resolve));
      return startBodyDeadline(request, timeoutMs);
    };
    await send(`${head}ok`);
    expect(seen).toEqual([{ deadline: undefined, closeListeners: expect.any(Number) as number }]);
  });
});
