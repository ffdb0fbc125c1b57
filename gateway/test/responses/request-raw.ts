import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';

/** A response with the bytes of its body as the server sent them. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request and returns the response as it was sent; `fetch` would decompress it. */
export async function requestRaw(url: string, options: RequestOptions): Promise<RawResponse> {
  const sent = request(url, { agent: false, ...options }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = Buffer.concat((await response.toArray()) as Buffer[]);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}
