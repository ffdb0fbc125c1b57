import type { ErrorDetails } from '@assay/chassis/errors';

/** The codes of the REST contract and the status each goes with. */
export const restCodes = {
  BAD_REQUEST: 400,
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  MODULE_NOT_ENABLED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  INVALID_STATE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_ENTITY: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;
export type RestCode = keyof typeof restCodes;

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
