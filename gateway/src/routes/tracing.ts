import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTracing, openSpan } from '@assay/chassis/process/tracing/spans';
import type { OpenSpan } from '@assay/chassis/process/tracing/spans';
import { readTraceparent } from '../guard/call-context.ts';

/**
 * Opens a span for each request, as a child of the client's span when `traceparent` names one. Adds nothing when traces are not
 * exported. Call it before all other hooks, so that they run inside the span.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const inside = (request: FastifyRequest, done: () => void): void => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const span = openSpan({ name: method, kind: 'server', continues: readTraceparent(request) ?? '' });
    if (span !== undefined) {
      spans.set(request, span);
      // `close` also occurs when the client disconnects before the response; without its span the trace would have no root.
      reply.raw.once('close', () => {
        span.end(describeOutcome(request, reply));
      });
    }
    inside(request, done);
  });
  // Reading the body loses the async context, so the next hook enters the span again.
  app.addHook('preValidation', (request, _reply, done) => {
    inside(request, done);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    inside(request, done);
  });
}

function describeOutcome(request: FastifyRequest, { raw, statusCode }: FastifyReply) {
  const isAnswered = raw.writableFinished;
  return {
    name: buildSpanName(request),
    failed: isAnswered && statusCode >= 500,
    attributes: {
      ...buildAttributes(request),
      ...(isAnswered && { 'http.response.status_code': statusCode }),
      'assay.request.id': request.id,
    },
  };
}

const findRoute = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown';
const buildSpanName = (request: FastifyRequest): string => `${request.method} ${findRoute(request)}`;
const buildAttributes = (request: FastifyRequest) => ({
  'http.request.method': request.method,
  'http.route': findRoute(request),
});

/** The span of a request that is proxied to another process. */
export interface UpstreamSpan {
  readonly traceparent: string;
  /** Ends the span once. No `status` means that the upstream did not respond. */
  end(outcome: { readonly status?: number; readonly failed: boolean }): void;
}

/** Opens the client span of a proxied request; undefined when traces are not exported. It ends with the request at the latest. */
export function openUpstreamSpan(
  request: FastifyRequest,
  reply: FastifyReply,
  upstream: string,
): UpstreamSpan | undefined {
  const attributes = { ...buildAttributes(request), 'server.address': new URL(upstream).hostname };
  const continues = request.call.traceparent;
  const span = openSpan({ name: buildSpanName(request), kind: 'client', continues, attributes });
  if (span === undefined) return undefined;
  let isOpen = true;
  const end: UpstreamSpan['end'] = ({ status, failed }) => {
    if (isOpen)
      span.end({ failed, attributes: status === undefined ? {} : { 'http.response.status_code': status } });
    isOpen = false;
  };
  reply.raw.once('close', () => {
    end({ failed: true });
  });
  return { traceparent: span.traceparent, end };
}
