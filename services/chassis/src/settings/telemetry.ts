import { optional, setting, text, url } from '../config.ts';

/** Every process: where its traces go. */
export const telemetrySettings = {
  otlpEndpoint: optional(
    url('OTEL_EXPORTER_OTLP_ENDPOINT', {
      about:
        'The collector of OpenTelemetry to which traces are sent by OTLP over HTTP in protobuf, at `/v1/traces` behind this address. Lines of the log then have the ids of their span.',
    }),
    'nothing is traced, and OpenTelemetry is not loaded',
  ),
  otlpHeaders: optional(
    text('OTEL_EXPORTER_OTLP_HEADERS', {
      about: 'Headers for the collector, such as `authorization=Bearer%20secret`, separated by commas.',
      secret: true,
    }),
    'none are sent',
  ),
  traceShare: setting('OTEL_TRACES_SAMPLER_ARG', {
    about:
      'The share of traces that is kept, from 0 to 1, with all their spans or none. A client that sends a trace context decides for its own requests.',
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
