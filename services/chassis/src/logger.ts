import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on standard output; secrets that could ride along in an object are removed. */
export function createLogger(options: { name: string; level: string }): Logger {
  return pino({
    name: options.name,
    level: options.level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.authorization', '*["x-api-key"]', '*.cookie', 'authorization', '["x-api-key"]', 'cookie'],
      censor: '[removed]',
    },
  });
}
