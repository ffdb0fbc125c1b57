import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const find = (name: string): string =>
  fileURLToPath(new URL(`../../chassis/test/egress/certificates/${name}`, import.meta.url));

/** The authority that signed the certificate of the receivers. */
export const authorityFile = find('authority.pem');

const certificate = {
  cert: readFileSync(find('receiver.pem')),
  key: readFileSync(find('receiver-key.pem')),
};

/** A request as the receiver read it. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The raw bytes of the body. */
  readonly body: Buffer;
}

/** The response to a request. `undefined` leaves the request without a response. */
export interface Response {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Receiver {
  /** `127.0.0.1:port`, as WEBHOOK_ALLOWED_ADDRESSES lists it. */
  readonly address: string;
  readonly origin: string;
  /** All requests in the order of their arrival. */
  readonly requests: Received[];
  /** Returns the requests to one path. */
  at(path: string): readonly Received[];
  /** Sets the responses to requests from now on; by default 204. */
  answer(respond: (request: Received) => Response | undefined | Promise<Response | undefined>): void;
  stop(): Promise<void>;
}

/** Starts a receiver of webhooks over TLS on a port of 127.0.0.1. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Received[] = [];
  let respond: (request: Received) => Response | undefined | Promise<Response | undefined> = () => ({
    status: 204,
  });
  const server = createServer(certificate, (incoming, outgoing) => {
    void readRequest(incoming).then(async (request) => {
      requests.push(request);
      send(outgoing, await respond(request));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port.toString()}`;
  return {
    address,
    origin: `https://${address}`,
    requests,
    at: (path) => requests.filter((request) => request.path === path),
    answer: (next) => {
      respond = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  return { path: incoming.url ?? '', headers, body: Buffer.concat(chunks) };
}

function send(outgoing: ServerResponse, response: Response | undefined): void {
  if (response === undefined) return;
  const { status, headers = {}, body = '' } = response;
  outgoing.writeHead(status, headers).end(body);
}
