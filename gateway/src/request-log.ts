import type { FastifyBaseLogger } from 'fastify';

/** The arguments of a pino log method: an object or a text, then the message or its values. */
type Line = [unknown, string];

/**
 * The logger of one request. It creates the child logger with the first line: few requests log, and the creation costs more
 * than routing.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get #log(): FastifyBaseLogger {
    return (this.#made ??= this.#make());
  }

  get level(): FastifyBaseLogger['level'] {
    return this.#log.level;
  }

  set level(level: FastifyBaseLogger['level']) {
    this.#log.level = level;
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log.child(...args);
  }

  fatal(...line: unknown[]): void {
    this.#log.fatal(...(line as Line));
  }

  error(...line: unknown[]): void {
    this.#log.error(...(line as Line));
  }

  warn(...line: unknown[]): void {
    this.#log.warn(...(line as Line));
  }

  info(...line: unknown[]): void {
    this.#log.info(...(line as Line));
  }

  debug(...line: unknown[]): void {
    this.#log.debug(...(line as Line));
  }

  trace(...line: unknown[]): void {
    this.#log.trace(...(line as Line));
  }

  silent(...line: unknown[]): void {
    this.#log.silent(...(line as Line));
  }
}
