import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';

interface RequestStart {
  readonly path: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body that are sent at once. */
  readonly first?: Uint8Array | string;
  /** The loopback address of the client. */
  readonly localAddress?: string;
}

interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** A request whose body has not ended. */
export interface OpenRequest {
  /** Resolves with the response, also while the body is incomplete. Rejects when the connection ends without one. */
  readonly answer: () => Promise<Answered>;
  /** Returns true when there was a response or the connection has ended. */
  readonly hasEnded: () => boolean;
  /** Returns true when all bytes so far have been sent. */
  readonly isSent: () => boolean;
  /** Sends more of the body, and ends the body if `isLast`. */
  readonly send: (bytes: Uint8Array | string, isLast?: boolean) => void;
  readonly close: () => void;
}

/** Opens a request on a connection of its own and sends the beginning of its body. */
export function openRequest(
  baseUrl: string,
  { path, method = 'POST', headers, first, localAddress }: RequestStart,
): OpenRequest {
  const options = { method, headers, agent: false, ...(localAddress !== undefined && { localAddress }) };
  const sending = request(`${baseUrl}${path}`, options);
  let hasEnded = false;
  const answered = readAnswer(sending).finally(() => (hasEnded = true));
  answered.catch(() => undefined);
  sending.flushHeaders();
  let isSent = first === undefined;
  if (first !== undefined) sending.write(first, () => (isSent = true));
  return {
    answer: () => answered,
    hasEnded: () => hasEnded,
    isSent: () => isSent,
    send(bytes, isLast = false) {
      isSent = false;
      sending.write(bytes, () => (isSent = true));
      if (isLast) sending.end();
    },
    close: () => sending.destroy(),
  };
}

function readAnswer(sending: ClientRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    sending.on('error', reject);
    sending.once('close', () => {
      reject(new Error('the connection ended without a response'));
    });
    sending.once('response', (response: IncomingMessage) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.once('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, retryAfter: headers['retry-after'], body });
      });
    });
  });
}
