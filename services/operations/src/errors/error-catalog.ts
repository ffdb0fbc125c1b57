import { clientErrors } from './client-errors.ts';

/** One code of the REST contract. */
export interface CatalogEntry {
  readonly status: number;
  /** When it is answered. */
  readonly meaning: string;
  /** What a client does about it. */
  readonly action: string;
  /** Whether the same request can succeed without anybody changing anything. */
  readonly isRetryable: boolean;
  /** What `details` may hold, by name. */
  readonly details: Readonly<Record<string, string>>;
  readonly example: { readonly message: string; readonly details?: Readonly<Record<string, unknown>> };
}

/** Every code, with the only place that says what it means: the errors, the OpenAPI document and its summary read it here. */
export const errorCatalog = {
  ...clientErrors,
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'An error of ours.',
    action: 'Try again with growing pauses; quote the request id when you ask for help.',
    isRetryable: true,
    details: {},
    example: { message: 'Internal server error. Report the request id if the error persists.' },
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning: 'A part of the platform does not answer right now.',
    action: 'Wait the seconds in `Retry-After`, then try again with growing pauses.',
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
