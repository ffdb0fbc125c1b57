import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The authority that signed the certificate of the receivers. */
export const receiverAuthority = read('certificates/authority.pem');

const trusted = { cert: read('certificates/receiver.pem'), key: read('certificates/receiver-key.pem') };
/** A certificate of another authority, for `localhost` and 127.0.0.1. */
export const untrusted = {
  cert: read('../grpc/certificates/server.pem'),
  key: read('../grpc/certificates/server-key.pem'),
};

/** Handles a connection after the head of each request. `request` is its text so far. */
export type Answer = (socket: Socket, request: string) => void;

export interface Receiver {
  readonly port: number;
  /** The sockets of all connections, the ended ones included. */
  readonly sockets: readonly Socket[];
  openConnections(): number;
  /** Resets all TCP connections. */
  reset(): void;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  readonly host?: string;
  readonly port?: number;
  readonly certificate?: typeof trusted;
  /** Without TLS. `answer` is then called for any bytes, such as the begin of a handshake. */
  readonly plain?: boolean;
}

/** Starts a server that handles the bytes of each connection itself, so that its answers need not be valid. */
export async function startReceiver(answer: Answer, options: ReceiverOptions = {}): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, certificate = trusted, plain = false } = options;
  const sockets: Socket[] = [];
  const onConnection = (socket: Socket): void => {
    sockets.push(socket);
    let request = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      request += bytes.toString('latin1');
      if (!plain && !request.includes('\r\n\r\n')) return;
      answer(socket, request);
      request = '';
    });
  };
  const server: Server = plain ? createServer(onConnection) : createTlsServer(certificate, onConnection);
  server.on('tlsClientError', () => undefined);
  const accepted = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    accepted.add(socket);
    socket.on('error', () => undefined).on('close', () => accepted.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    openConnections: () => accepted.size,
    reset() {
      for (const socket of accepted) socket.resetAndDestroy();
    },
    async stop() {
      for (const socket of [...accepted, ...sockets]) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers each request with a status and a body. */
export function answerWith(status: number, body = '', headers: readonly string[] = []): Answer {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  const head = [`HTTP/1.1 ${status} Status`, length, ...headers].join('\r\n');
  return (socket) => socket.write(`${head}\r\n\r\n${body}`);
}
