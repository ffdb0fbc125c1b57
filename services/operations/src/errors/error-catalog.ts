import { clientErrors } from './client-errors.ts';

/** A code of the REST contract. */
export interface CatalogEntry {
  readonly status: number;
  /** The situation in which the code is returned. */
  readonly meaning: string;
  /** The recommended reaction of a client. */
  readonly action: string;
  /** True if the same request can succeed later without any change. */
  readonly isRetryable: boolean;
  /** The possible members of `details`, by name. */
  readonly details: Readonly<Record<string, string>>;
  readonly example: { readonly message: string; readonly details?: Readonly<Record<string, unknown>> };
}

/** All codes. The errors, the OpenAPI document and its summary read their texts here. */
export const errorCatalog = {
  ...clientErrors,
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'Internal server error.',
    action:
      'Try again with increasing delays. If it persists, report the request id to the operator of the platform.',
    isRetryable: true,
    details: {},
    example: { message: 'Internal server error. Report the request id if the error persists.' },
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning: 'A service of the platform is temporarily unavailable.',
    action: 'Wait for the seconds in `Retry-After`, then try again with increasing delays.',
    isRetryable: true,
    details: {},
    example: {
      message: 'The service is temporarily unavailable. Try again after the seconds in `Retry-After`.',
    },
  },
} as const satisfies Readonly<Record<string, CatalogEntry>>;

export type RestCode = keyof typeof errorCatalog;

export const restCodes = Object.keys(errorCatalog) as readonly RestCode[];

export function catalogEntry(code: RestCode): CatalogEntry {
  return errorCatalog[code];
}
