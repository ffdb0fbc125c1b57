import type { ErrorDetails } from '@assay/chassis/errors';
import type { RestCode } from './error-catalog.ts';

export interface RestErrorOptions {
  readonly details?: ErrorDetails | undefined;
  /** When it is worth asking again. */
  readonly retryAfterSeconds?: number;
  /** The methods a path does have. */
  readonly allow?: readonly string[];
}

/** An error in the terms of the REST contract. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly code: RestCode;
  readonly options: RestErrorOptions;

  constructor(code: RestCode, message: string, options: RestErrorOptions = {}) {
    super(message);
    this.code = code;
    this.options = options;
  }
}
