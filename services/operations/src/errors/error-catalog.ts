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
  BAD_REQUEST: {
    status: 400,
    meaning: 'The request cannot be read, or a required field is missing.',
    action: 'Correct the request.',
    isRetryable: false,
    details: { field: 'The missing field, by its path in the body or query.' },
    example: { message: 'name is required', details: { field: 'name' } },
  },
  VALIDATION_ERROR: {
    status: 400,
    meaning: 'A field has a value it cannot have, or is not known.',
    action: 'Correct the field that `details.field` names.',
    isRetryable: false,
    details: { field: 'The offending field, by its path in the body or query, or a header.' },
    example: { message: 'limit must be <= 200', details: { field: 'limit' } },
  },
  UNAUTHORIZED: {
    status: 401,
    meaning: 'There is no credential, it does not hold, or there is more than one.',
    action: 'Send exactly one credential that works; sign in again where a session ended.',
    isRetryable: false,
    details: {},
    example: { message: 'missing or invalid credential' },
  },
  PAYMENT_REQUIRED: {
    status: 402,
    meaning: "The organization's balance, or what the API key may spend in its period, is too low.",
    action: 'Pay in, or raise the spend limit of the key.',
    isRetryable: false,
    details: {},
    example: { message: 'the balance is too low' },
  },
  FORBIDDEN: {
    status: 403,
    meaning: 'The credential holds, but may not do this.',
    action: 'Use a credential with a higher role; see the role each operation needs.',
    isRetryable: false,
    details: {},
    example: { message: 'insufficient permission' },
  },
  MODULE_NOT_ENABLED: {
    status: 403,
    meaning: 'The organization does not have the module this needs.',
    action: 'Have the module enabled for the organization.',
    isRetryable: false,
    details: { module: 'The module that is needed.' },
    example: {
      message: 'the module content_verification is not enabled',
      details: { module: 'content_verification' },
    },
  },
  NOT_FOUND: {
    status: 404,
    meaning:
      'It does not exist, or belongs to an organization the credential does not reach; nothing tells which.',
    action: 'Check the id, and the organization the request works in.',
    isRetryable: false,
    details: {},
    example: { message: 'project not found' },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The address exists, but not with this method.',
    action: 'Use one of the methods in the `Allow` header.',
    isRetryable: false,
    details: {},
    example: { message: 'this address does not know DELETE' },
  },
  REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'The request, or its body, came too slowly; nothing of it was carried out.',
    action: 'Send it without pauses; an upload has to keep a lowest pace.',
    isRetryable: false,
    details: {},
    example: { message: 'the request body came too slowly' },
  },
  CONFLICT: {
    status: 409,
    meaning: 'It exists already, was answered already, or would break what must hold.',
    action: 'Read the current state and decide again.',
    isRetryable: false,
    details: { limit: 'How many there may be, where there is one too many.' },
    example: { message: 'the slug is taken' },
  },
  INVALID_STATE: {
    status: 409,
    meaning: 'Its present state does not allow this.',
    action: 'Wait for, or bring about, a state in `details.allowed`.',
    isRetryable: false,
    details: { state: 'The present state.', allowed: 'The states in which it is allowed.' },
    example: { message: 'the run is not completed', details: { state: 'running' } },
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    meaning:
      'The `Idempotency-Key` was used for another request, or its first request is still being worked on.',
    action: 'Use a new key for another request; for the same one, ask again a little later.',
    isRetryable: false,
    details: {},
    example: { message: 'the idempotency key was used for another request' },
  },
  GONE: {
    status: 410,
    meaning: 'It was there once: expired, revoked or replaced.',
    action: 'Ask for a new one.',
    isRetryable: false,
    details: {},
    example: { message: 'the invitation has expired' },
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body or file is too large.',
    action: 'Send less; `GET /v2/limits` says how much is accepted.',
    isRetryable: false,
    details: {
      maxBytes: 'The most that is accepted.',
      receivedBytes: 'How much was sent, as far as it was read.',
      mimeType: 'The type the limit is for.',
    },
    example: { message: 'the request body is too large' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body, or what the bytes of a file turn out to be, is of a type that is not accepted.',
    action: 'Send one of `details.allowedMimeTypes`, or JSON where JSON is asked for.',
    isRetryable: false,
    details: {
      declaredMimeType: 'What the client said.',
      detectedMimeType: 'What the bytes are.',
      allowedMimeTypes: 'What is accepted.',
    },
    example: { message: 'the request body has an unsupported content type' },
  },
  UNPROCESSABLE_ENTITY: {
    status: 422,
    meaning: 'It is well-formed, but cannot be processed as it is.',
    action: 'Supply what `details` says is missing, or wait until the file is `completed`.',
    isRetryable: false,
    details: {
      fileId: 'The file.',
      enrichmentStatus: 'How far reading the file has come.',
      requiredKeys: 'The claims the pipeline needs.',
      providedKeys: 'The claims that were given.',
      reason: 'Why a file cannot be read.',
    },
    example: {
      message: 'the file is not enriched yet',
      details: { fileId: 'v9k2m4x7q1r8t5w3y6z0a2b4', enrichmentStatus: 'pending' },
    },
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    meaning: 'More requests in this window than are allowed.',
    action: 'Wait the seconds in `Retry-After`.',
    isRetryable: true,
    details: {
      limit: 'How many invitations an organization may send on one day.',
      retryAfterSeconds: 'The same as in `Retry-After`, where a day must end.',
    },
    example: { message: 'rate limit of 3000 requests exceeded' },
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'An error of ours.',
    action: 'Try again with growing pauses; quote the request id when you ask for help.',
    isRetryable: true,
    details: {},
    example: { message: 'internal error' },
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning: 'A part of the platform does not answer right now.',
    action: 'Wait the seconds in `Retry-After`, then try again with growing pauses.',
    isRetryable: true,
    details: {},
    example: { message: 'temporarily unavailable, please try again' },
  },
} as const satisfies Readonly<Record<string, CatalogEntry>>;

export type RestCode = keyof typeof errorCatalog;

export const restCodes = Object.keys(errorCatalog) as readonly RestCode[];

export function catalogEntry(code: RestCode): CatalogEntry {
  return errorCatalog[code];
}
