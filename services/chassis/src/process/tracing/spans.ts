import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Attributes, Context, Span } from '@opentelemetry/api';

export interface SpanOptions {
  readonly name: string;
  readonly kind: 'client' | 'consumer' | 'internal' | 'producer' | 'server';
  readonly attributes?: Attributes;
  /** The trace that the span continues (W3C traceparent; empty: a new trace). undefined: the trace of the active span. */
  readonly continues?: string | undefined;
}

/** A span whose work is not a single function. */
export interface OpenSpan {
  /** The W3C traceparent that continues this span. */
  readonly traceparent: string;
  /** Runs work inside the span. */
  run(work: () => void): void;
  end(outcome?: {
    readonly name?: string;
    readonly attributes?: Attributes;
    readonly failed?: boolean;
  }): void;
}

const tracer = trace.getTracer('@assay/chassis');
const kinds = {
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
  producer: SpanKind.PRODUCER,
  server: SpanKind.SERVER,
} as const;

/** Returns true when this process exports traces. If it does not, a span costs one function call. */
export function isTracing(): boolean {
  return isSpanContextValid(tracer.startSpan('probe', { root: true }).spanContext());
}

/** Runs work inside a new span when traces are exported. */
export async function inSpan<T>(options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const begun = begin(options);
  if (begun === undefined) return await work();
  const { span, inside } = begun;
  try {
    return await context.with(inside, work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Begins a span. Returns undefined when no traces are exported. */
export function openSpan(options: SpanOptions): OpenSpan | undefined {
  const begun = begin(options);
  if (begun === undefined) return undefined;
  const { span, inside } = begun;
  return {
    traceparent: formatTraceparent(span),
    run: (work) => {
      context.with(inside, work);
    },
    end({ name, attributes = {}, failed = false } = {}) {
      if (name !== undefined) span.updateName(name);
      span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Returns the W3C traceparent of the active span, undefined outside of spans. */
export function currentTraceparent(): string | undefined {
  const span = trace.getActiveSpan();
  return span === undefined ? undefined : formatTraceparent(span);
}

/** Returns the ids of the active span for a log line. */
export function traceIds(): { readonly traceId?: string; readonly spanId?: string } {
  const span = trace.getActiveSpan();
  if (span === undefined) return {};
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}

function begin({ name, kind, attributes = {}, continues }: SpanOptions) {
  const parent = continues === undefined ? context.active() : extractContext(continues);
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
  // A span that is not sampled is valid too: calls inside it must carry that decision.
  return isSpanContextValid(span.spanContext()) ? { span, inside: trace.setSpan(parent, span) } : undefined;
}

function extractContext(traceparent: string): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}

function formatTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
