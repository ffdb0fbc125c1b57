import { createServer, request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The codes of S3 errors with their statuses. */
const statuses = { AccessDenied: 403, SlowDown: 503 } as const;

export interface RefusingStorage {
  readonly endpoint: string;
  /** Answers this error to every write of a derived object, at most so many times. */
  refuse(code: keyof typeof statuses, times: number): void;
  /** The number of writes that were refused since the last {@link refuse}. */
  countRefused(): number;
  stop(): void;
}

/** Starts a proxy for the S3 server that can refuse to store derived objects. */
export async function startRefusingStorage(upstream: string): Promise<RefusingStorage> {
  let refusal: { readonly code: keyof typeof statuses; readonly times: number } | undefined;
  let refused = 0;
  const server = createServer((incoming, answer) => {
    void buffer(incoming).then(async (body) => {
      const { method, url = '' } = incoming;
      const isWrite = method === 'PUT' && url.includes('/derived/');
      if (isWrite && refusal !== undefined && refused < refusal.times) {
        refused += 1;
        answer.writeHead(statuses[refusal.code], { 'content-type': 'application/xml' });
        answer.end(`<Error><Code>${refusal.code}</Code><Message>Refused by the test.</Message></Error>`);
        return;
      }
      const passed = await passOn(upstream, incoming, body);
      answer.writeHead(passed.statusCode ?? 500, passed.rawHeaders);
      passed.pipe(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port.toString()}`,
    refuse(code, times) {
      refusal = { code, times };
      refused = 0;
    },
    countRefused: () => refused,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends a request on with its headers: the signature contains the host of the proxy. */
function passOn(
  upstream: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(upstream);
  return new Promise((resolve, reject) => {
    const sent = send({ hostname, port, method, path: url, headers }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}
