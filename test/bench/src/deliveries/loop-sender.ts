import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { authorityFile } from './certificates.ts';

/** As the service: requests to one origin at the same time. */
const perOrigin = 8;
const ca = readFileSync(authorityFile, 'utf8');

export interface LoopRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends requests with 8 connections to each origin; others wait in the pool. */
export interface LoopSender {
  /** Resolves to the status. */
  post(origin: string, request: LoopRequest): Promise<number>;
  isIdle(): boolean;
}

export function createLoopSender(): LoopSender {
  const pools = new Map<string, Pool>();
  let running = 0;
  return {
    async post(origin, { headers, body }) {
      const pool = pools.get(origin) ?? new Pool(origin, { connections: perOrigin, connect: { ca } });
      pools.set(origin, pool);
      running += 1;
      const response = await pool.request({ path: '/', method: 'POST', headers, body });
      await response.body.text();
      running -= 1;
      return response.statusCode;
    },
    isIdle: () => running === 0,
  };
}
