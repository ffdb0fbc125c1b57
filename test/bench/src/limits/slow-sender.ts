import { request } from 'node:http';

export interface SlowRequest {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that are sent at once. */
  readonly first: Uint8Array;
  /** The length of the whole body. */
  readonly length: number;
  /** Bytes per second after that. */
  readonly bytesPerSecond: number;
  /** The loopback address of the client. */
  readonly localAddress?: string;
}

export interface SlowSender {
  /** The status of the response; 0 until there is one. */
  readonly status: () => number;
  readonly end: () => void;
}

/** Sends the beginning of a body at once, and the rest slowly. */
export function sendSlowly({ first, length, bytesPerSecond, url, ...options }: SlowRequest): SlowSender {
  let status = 0;
  const headers = { ...options.headers, 'content-length': length.toString() };
  const sending = request(url, { ...options, headers });
  const dripping = setInterval(() => sending.write(Buffer.alloc(bytesPerSecond)), 1_000);
  const end = (): void => {
    clearInterval(dripping);
    sending.destroy();
  };
  sending.on('error', end);
  sending.on('response', (response) => {
    status = response.statusCode ?? 0;
    clearInterval(dripping);
    response.resume();
  });
  sending.write(first);
  return { status: () => status, end };
}
