import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { authorityFile } from './certificates.ts';
import { signRequest } from './sign-request.ts';

/** One message of the parent: the bodies for each origin. The response is the number of responses that were 204. */
export interface BareRequest {
  readonly bodies: Readonly<Record<string, readonly string[]>>;
  /** The base64 part of a signing secret. */
  readonly secret: string;
}

/** As the service: requests to one origin at the same time. */
const perOrigin = 8;
const ca = readFileSync(authorityFile, 'utf8');
const pools = new Map<string, Pool>();

async function send(origin: string, bodies: readonly string[], secret: string): Promise<number> {
  const pool = pools.get(origin) ?? new Pool(origin, { connections: perOrigin, connect: { ca } });
  pools.set(origin, pool);
  const left = [...bodies];
  let succeeded = 0;
  const work = async (): Promise<void> => {
    for (let body = left.pop(); body !== undefined; body = left.pop()) {
      const response = await pool.request({
        path: '/',
        method: 'POST',
        headers: signRequest(body, secret),
        body,
      });
      await response.body.text();
      if (response.statusCode === 204) succeeded += 1;
    }
  };
  await Promise.all(Array.from({ length: perOrigin }, work));
  return succeeded;
}

process.on('message', ({ bodies, secret }: BareRequest) => {
  const sent = Object.entries(bodies).map(([origin, texts]) => send(origin, texts, secret));
  void Promise.all(sent).then((counts) => process.send?.(counts.reduce((sum, count) => sum + count, 0)));
});
process.once('disconnect', () => process.exit());
process.send?.(0);
