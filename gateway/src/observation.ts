import { Counter, Histogram } from 'prom-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '@assay/chassis/process/runtime';
import type { RestApp } from './rest-app.ts';

/** Counts each response and its duration by the pattern of its route, and logs it at level debug. */
export function observeAnswers(app: RestApp, { metrics, logger }: Runtime): void {
  const answered = new Counter({
    name: 'assay_http_requests_total',
    help: 'Answered requests, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [metrics],
  });
  const duration = new Histogram({
    name: 'assay_http_request_duration_seconds',
    help: 'Time from receiving a request to the end of its response, in seconds.',
    labelNames: ['method', 'route'],
    buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [metrics],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    answered.inc({ method, route, status: reply.statusCode });
    duration.observe({ method, route }, reply.elapsedTime / 1000);
    if (logger.isLevelEnabled('debug')) request.log.debug(buildLogFields(request, reply, route), 'answered');
    done();
  });
}

function buildLogFields(request: FastifyRequest, reply: FastifyReply, route: string) {
  const { method, authentication } = request;
  const principal = authentication.kind === 'principal' ? authentication.principal : undefined;
  const guest = authentication.kind === 'guest' ? authentication.guest : undefined;
  return {
    method,
    route,
    status: reply.statusCode,
    elapsedMs: Math.round(reply.elapsedTime * 10) / 10,
    organizationId: principal?.organizationId ?? guest?.organizationId,
    credentialId: principal?.credentialId,
    guestId: guest?.guestId,
  };
}
