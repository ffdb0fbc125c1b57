import type { Environment } from '../config.ts';

/** Traces that are being exported. */
export interface Telemetry {
  /** Sends what waits. */
  stop(): Promise<void>;
}

/**
 * Exports traces with OpenTelemetry when OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise loads nothing at all. Spans of
 * gRPC and HTTP need the process started with `--import @assay/chassis/process/telemetry-hook`.
 */
export async function startTelemetry(name: string, environment: Environment): Promise<Telemetry> {
  if (environment['OTEL_EXPORTER_OTLP_ENDPOINT'] === undefined) return { stop: () => Promise.resolve() };
  const [{ NodeSDK }, { GrpcInstrumentation }, { HttpInstrumentation }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/instrumentation-grpc'),
    import('@opentelemetry/instrumentation-http'),
  ]);
  const sdk = new NodeSDK({
    serviceName: name,
    // Calls on an exchange have spans of their own; one of the whole stream would say nothing.
    instrumentations: [
      new GrpcInstrumentation({ ignoreGrpcMethods: ['Exchange'] }),
      new HttpInstrumentation(),
    ],
  });
  sdk.start();
  return { stop: () => sdk.shutdown() };
}
