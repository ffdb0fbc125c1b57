import type { ConfigOf } from '../../config.ts';
import type { telemetrySettings } from '../../settings/telemetry.ts';

/** The export of traces. */
export interface Tracing {
  /** Exports pending spans. */
  stop(): Promise<void>;
}

export type TracingConfig = ConfigOf<typeof telemetrySettings>;

const exportEveryMs = 1_000;

/** Starts the export of traces over OTLP when an endpoint is configured. Without one it loads nothing of OpenTelemetry. */
export async function startTracing(name: string, config: Partial<TracingConfig>): Promise<Tracing> {
  const { otlpEndpoint, otlpHeaders, traceShare = 1 } = config;
  if (otlpEndpoint === undefined) return { stop: () => Promise.resolve() };
  const [
    api,
    sdk,
    { OTLPTraceExporter },
    { AsyncLocalStorageContextManager },
    core,
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  const url = `${otlpEndpoint.replace(/\/$/u, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: parseHeaders(otlpHeaders) });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.namespace': 'assay', 'service.name': name }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(traceShare) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: exportEveryMs })],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  return { stop: () => provider.shutdown() };
}

/** Parses headers of the form `name=value`, separated by commas; values are percent-encoded. */
function parseHeaders(text = ''): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const [, name, value] = /^\s*([^=\s]+)\s*=(.*)$/u.exec(pair) ?? [];
    return name === undefined || value === undefined
      ? []
      : [[name, decodeURIComponent(value.trim())] as const];
  });
  return Object.fromEntries(pairs);
}
