import type { FastifyRequest } from 'fastify';
import { isTracing, openSpan } from '@assay/chassis/process/tracing/spans';
import type { OpenSpan } from '@assay/chassis/process/tracing/spans';
import { givenTraceparent } from './guard/call-context.ts';
import type { RestApp } from './rest-app.ts';

/**
 * Makes every request a span, which continues that of a client that names one, when traces are exported; otherwise adds nothing. To
 * be called before all other hooks, which then run inside.
 */
export function traceRequests(app: RestApp): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const inside = (request: FastifyRequest, done: () => void): void => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { method } = request;
    const span = openSpan({ name: method, kind: 'server', continues: givenTraceparent(request) ?? '' });
    if (span !== undefined) spans.set(request, span);
    inside(request, done);
  });
  // What reads a body goes on outside.
  app.addHook('preValidation', (request, _reply, done) => {
    inside(request, done);
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { method, id } = request;
    const route = request.routeOptions.url ?? 'unknown';
    inside(request, done);
    spans.get(request)?.end({
      name: `${method} ${route}`,
      failed: statusCode >= 500,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': statusCode,
        'assay.request.id': id,
      },
    });
  });
}
