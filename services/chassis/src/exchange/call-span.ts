import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';

const tracer = trace.getTracer('@assay/chassis');

/**
 * Makes a call inside a span of its own when traces are exported. The call goes on with that span's trace context, else with
 * the given one.
 */
export async function inClientSpan<T>(
  path: string,
  traceparent: string,
  call: (traceparent: string) => Promise<T>,
): Promise<T> {
  const parent = trace.getActiveSpan() === undefined ? contextOf(traceparent) : context.active();
  const span = tracer.startSpan(nameOf(path), { kind: SpanKind.CLIENT }, parent);
  if (!span.isRecording()) return await call(traceparent);
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(parent, span), carrier);
  return await ended(span, call(carrier.traceparent ?? traceparent));
}

/** Does the work of a call inside a span that continues the caller's, when traces are exported. */
export async function inServerSpan<T>(path: string, traceparent: string, work: () => Promise<T>): Promise<T> {
  const parent = contextOf(traceparent);
  const span = tracer.startSpan(nameOf(path), { kind: SpanKind.SERVER }, parent);
  if (!span.isRecording()) return await work();
  return await ended(span, context.with(trace.setSpan(parent, span), work));
}

function contextOf(traceparent: string): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}

function nameOf(path: string): string {
  return path.slice(1);
}

async function ended<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
