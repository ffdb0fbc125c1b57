/** The gRPC statuses a service answers with on purpose. */
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
  /** Facts a client may act on; JSON. */
  readonly details?: ErrorDetails | undefined;
  /** For logs only; never leaves the process. */
  readonly cause?: unknown;
}

/**
 * An expected failure: a gRPC status name, a stable upper-snake reason, and a message that is safe to show clients.
 * Whatever is thrown and is not a DomainError reaches the caller as INTERNAL with nothing but the request id.
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

/** INVALID_ARGUMENT that names the offending field. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError('INVALID_ARGUMENT', 'INVALID_FIELD', message, { details: { field } });
}

/** NOT_FOUND of one kind of resource: the same answer whether it is missing or somebody else's. */
export function notFound(resource: string): DomainError {
  const reason = `${resource.toUpperCase().replaceAll(' ', '_')}_NOT_FOUND`;
  return new DomainError('NOT_FOUND', reason, `${resource} not found`);
}

/** UNAUTHENTICATED, without saying why. */
export function unauthenticated(cause?: unknown): DomainError {
  return new DomainError(
    'UNAUTHENTICATED',
    'UNAUTHENTICATED',
    'The credential is missing or not valid. Send a valid one.',
    { cause },
  );
}
