import { Agent, request } from 'node:http';
import type { ClientRequest as SentRequest, IncomingMessage } from 'node:http';

export interface ClientRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface ClientAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** A client of several gateways over one kept connection. */
export interface GatewayClient {
  /**
   * Asks the gateway that answered last; the next one when nobody listens there. Rejects when a connection breaks or
   * nobody listens at any: then an answer was lost.
   */
  send(request: ClientRequest): Promise<ClientAnswer>;
  /** How often it went on to another gateway. */
  readonly failovers: number;
  close(): void;
}

/** @param first the place of the gateway to begin with */
export function createGatewayClient(baseUrls: readonly string[], first: number): GatewayClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let place = first;
  let failovers = 0;
  return {
    get failovers() {
      return failovers;
    },
    async send(asked) {
      for (let refusals = 0; ; refusals += 1) {
        try {
          return await exchange(agent, baseUrls[place % baseUrls.length] ?? '', asked);
        } catch (error) {
          if (!isRefusal(error) || refusals === baseUrls.length) throw error;
          place += 1;
          failovers += 1;
        }
      }
    },
    close: () => {
      agent.destroy();
    },
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

/** Sends one request over the connections of an agent. Rejects when they break. */
export function exchange(agent: Agent, baseUrl: string, asked: ClientRequest): Promise<ClientAnswer> {
  const { method, path, headers = {}, body = Buffer.alloc(0) } = asked;
  const length = { 'content-length': String(body.length) };
  const sent = request(`${baseUrl}${path}`, { agent, method, headers: { ...headers, ...length } });
  const answer = answerOf(sent);
  sent.end(body);
  return answer;
}

/** The whole answer to a request. Rejects when the connection breaks before. */
export function answerOf(sent: SentRequest): Promise<ClientAnswer> {
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
  });
}
