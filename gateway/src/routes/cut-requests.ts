import { Counter } from 'prom-client';
import type { FastifyRequest } from 'fastify';
import type { Runtime } from '@assay/chassis/process/runtime';

/** Records requests whose client disconnected before the response. */
interface CutRequests {
  add(request: Pick<FastifyRequest, 'routeOptions'>): void;
}

const everyMs = 1_000;

/** Counts the requests in a metric, and logs at most one line per second and route with their number. */
export function recordCutRequests({ metrics, logger }: Runtime): CutRequests {
  const counted = new Counter({
    name: 'assay_http_cut_requests_total',
    help: 'Requests whose client disconnected before the response, by route.',
    labelNames: ['route'],
    registers: [metrics],
  });
  const counts = new Map<string, number>();
  const report = (): void => {
    for (const [route, count] of counts) logger.info({ route, count }, 'clients disconnected');
    counts.clear();
  };
  return {
    add({ routeOptions: { url: route = 'unknown' } }) {
      counted.inc({ route });
      if (counts.size === 0) setTimeout(report, everyMs).unref();
      counts.set(route, (counts.get(route) ?? 0) + 1);
    },
  };
}

/** Returns true when the connection of an unanswered request has ended. */
export function isCut({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return raw.socket.destroyed;
}
