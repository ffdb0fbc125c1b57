import { oneOf, optional, setting, text, url } from '../config.ts';

/** Every process: where its traces go. OpenTelemetry reads these variables, and others of its own, by itself. */
export const telemetrySettings = {
  otlpEndpoint: optional(
    url('OTEL_EXPORTER_OTLP_ENDPOINT', {
      about: 'The collector of OpenTelemetry to which traces are sent by OTLP.',
    }),
    'nothing is traced, and OpenTelemetry is not loaded',
  ),
  otlpProtocol: oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', {
    about: 'How the collector is spoken to.',
    values: ['http/protobuf', 'http/json', 'grpc'],
    fallback: 'http/protobuf',
  }),
  otlpHeaders: optional(
    text('OTEL_EXPORTER_OTLP_HEADERS', {
      about: 'Headers for the collector, such as `authorization=Bearer%20secret`, separated by commas.',
      secret: true,
    }),
    'none are sent',
  ),
  tracesSampler: oneOf('OTEL_TRACES_SAMPLER', {
    about:
      'Which traces are kept. `parentbased_traceidratio` keeps a share of them, and all spans of a trace or none.',
    values: [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    fallback: 'parentbased_always_on',
  }),
  tracesSamplerRatio: optional(
    setting('OTEL_TRACES_SAMPLER_ARG', {
      about: 'The share of traces that a sampler by ratio keeps, from 0 to 1.',
      form: { type: 'number', minimum: 0, maximum: 1 },
      parse: share,
    }),
    'all of them',
  ),
};

function share(raw: string): number {
  const value = Number(raw);
  if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1');
  return value;
}
