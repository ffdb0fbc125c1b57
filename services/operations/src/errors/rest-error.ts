import type { ErrorDetails } from '@assay/chassis/errors';
import type { RestCode } from './error-catalog.ts';

export interface RestErrorOptions {
  readonly details?: ErrorDetails | undefined;
  /** The delay after which a retry can succeed. */
  readonly retryAfterSeconds?: number;
  /** The supported methods of the path. */
  readonly allow?: readonly string[];
}

/** An error with a code of the REST contract. */
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
