import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { isTracing, traceIds } from './process/tracing/spans.ts';

export type { Logger } from 'pino';

/**
 * Creates a logger of JSON lines, by default on standard output. Lines have the ids of the active span when traces are exported.
 * Credentials in logged objects are removed.
 */
export function createLogger(
  options: { readonly name: string; readonly level: string },
  destination?: DestinationStream,
): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(isTracing() && { mixin: traceIds }),
    redact: {
      paths: ['*.authorization', '*["x-api-key"]', '*.cookie', 'authorization', '["x-api-key"]', 'cookie'],
      censor: '[removed]',
    },
  };
  return destination === undefined ? pino(settings) : pino(settings, destination);
}
