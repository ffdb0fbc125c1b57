/** The gRPC statuses that a service may return. */
export type ErrorStatus =
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'FAILED_PRECONDITION'
  | 'ABORTED'
  | 'OUT_OF_RANGE'
  | 'RESOURCE_EXHAUSTED'
  | 'CANCELLED'
  | 'DEADLINE_EXCEEDED'
  | 'UNAVAILABLE'
  | 'UNIMPLEMENTED'
  | 'INTERNAL';

export type ErrorDetails = Readonly<Record<string, unknown>>;

export interface DomainErrorOptions {
  /** JSON that a client may evaluate. */
  readonly details?: ErrorDetails | undefined;
  /** The original error, for logs only. It never leaves the process. */
  readonly cause?: unknown;
}

/**
 * An expected failure: a gRPC status name, a stable reason in upper snake case, and a message that is safe for clients. Any other
 * error reaches the client as INTERNAL, with only the request id.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly status: ErrorStatus;
  readonly reason: string;
  readonly details: ErrorDetails | undefined;

  constructor(status: ErrorStatus, reason: string, message: string, options: DomainErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.status = status;
    this.reason = reason;
    this.details = options.details;
  }
}

/** Creates INVALID_ARGUMENT with the name of the field in `details`. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError('INVALID_ARGUMENT', 'INVALID_FIELD', message, { details: { field } });
}

/** Creates NOT_FOUND for a kind of resource. A missing resource and one of another organization have the same answer. */
export function notFound(resource: string): DomainError {
  const reason = `${resource.toUpperCase().replaceAll(' ', '_')}_NOT_FOUND`;
  return new DomainError('NOT_FOUND', reason, `The ${resource} was not found. Check its id.`);
}

/** Creates UNAUTHENTICATED without the reason. */
export function unauthenticated(cause?: unknown): DomainError {
  return new DomainError(
    'UNAUTHENTICATED',
    'UNAUTHENTICATED',
    'The credential is missing or not valid. Send an API key in `X-API-Key`, or a key or token in `Authorization: Bearer`.',
    { cause },
  );
}
