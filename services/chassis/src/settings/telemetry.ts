import { optional, setting, text, url } from '../config.ts';

/** The settings of the export of traces, in every process. */
export const telemetrySettings = {
  otlpEndpoint: optional(
    url('OTEL_EXPORTER_OTLP_ENDPOINT', {
      about:
        'The URL of the OpenTelemetry collector. Traces are exported to its path `/v1/traces` by OTLP over HTTP with protobuf, and log lines have the ids of their span.',
    }),
    'no traces are exported, and OpenTelemetry is not loaded',
  ),
  otlpHeaders: optional(
    text('OTEL_EXPORTER_OTLP_HEADERS', {
      about:
        'The headers of requests to the collector, separated by commas, such as `authorization=Bearer%20secret`.',
      secret: true,
    }),
    'no headers are sent',
  ),
  traceShare: setting('OTEL_TRACES_SAMPLER_ARG', {
    about:
      'The share of exported traces, from 0 to 1. A trace is exported with all its spans or not at all. A client that sends a trace context decides for its own requests.',
    fallback: 1,
    form: { type: 'number', minimum: 0, maximum: 1 },
    parse: share,
  }),
};

function share(raw: string): number {
  const value = Number(raw);
  if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1');
  return value;
}
