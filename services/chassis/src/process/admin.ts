import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Runtime } from './runtime.ts';

/**
 * Serves `/metrics` (Prometheus text), `/healthz` (200 while the process runs), `/startupz` (200 once the start is complete, until then
 * 503 with the dependency it waits for) and `/readyz` (200, or 503 with the problems) on a separate port that clients cannot reach.
 * Returns `host:port`.
 */
export async function startAdmin(runtime: Runtime, at: { host: string; port: number }): Promise<string> {
  const server = createServer((request, response) => {
    void answer(runtime, request.url ?? '/', response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, resolve);
  });
  runtime.lifecycle.onStop('admin port', () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the admin port has no address');
  return `${at.host}:${String(address.port)}`;
}

async function answer({ metrics, readiness }: Runtime, url: string, response: ServerResponse): Promise<void> {
  try {
    if (url === '/healthz') {
      send(response, { status: 200, type: 'text/plain', body: 'ok\n' });
    } else if (url === '/readyz') {
      sendProblems(response, 'ready', await readiness.check());
    } else if (url === '/startupz') {
      const start = readiness.start.problem();
      sendProblems(response, 'started', start === undefined ? {} : { start });
    } else if (url === '/metrics') {
      send(response, { status: 200, type: metrics.contentType, body: await metrics.metrics() });
    } else {
      send(response, { status: 404, type: 'text/plain', body: 'not found\n' });
    }
  } catch {
    send(response, { status: 500, type: 'text/plain', body: 'failed\n' });
  }
}

function sendProblems(
  response: ServerResponse,
  name: 'ready' | 'started',
  problems: Readonly<Record<string, string>>,
): void {
  const isWell = Object.keys(problems).length === 0;
  const body = JSON.stringify({ [name]: isWell, problems });
  send(response, { status: isWell ? 200 : 503, type: 'application/json', body });
}

function send(response: ServerResponse, answer: { status: number; type: string; body: string }): void {
  response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
}
