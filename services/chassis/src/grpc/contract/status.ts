import { Metadata, status } from '@grpc/grpc-js';
import type { ServiceError } from '@grpc/grpc-js';
import { ErrorDetails } from '@assay/proto/errors/v1/error_details';
import { Status } from '@assay/proto/google/rpc/status';
import { DomainError } from '../../errors.ts';
import type { ErrorStatus } from '../../errors.ts';

const detailsKey = 'grpc-status-details-bin';
const detailsType = `type.googleapis.com/${ErrorDetails.$type}`;

const statusNames: Readonly<Record<number, ErrorStatus>> = {
  [status.CANCELLED]: 'CANCELLED',
  [status.INVALID_ARGUMENT]: 'INVALID_ARGUMENT',
  [status.DEADLINE_EXCEEDED]: 'DEADLINE_EXCEEDED',
  [status.NOT_FOUND]: 'NOT_FOUND',
  [status.ALREADY_EXISTS]: 'ALREADY_EXISTS',
  [status.PERMISSION_DENIED]: 'PERMISSION_DENIED',
  [status.RESOURCE_EXHAUSTED]: 'RESOURCE_EXHAUSTED',
  [status.FAILED_PRECONDITION]: 'FAILED_PRECONDITION',
  [status.ABORTED]: 'ABORTED',
  [status.OUT_OF_RANGE]: 'OUT_OF_RANGE',
  [status.UNIMPLEMENTED]: 'UNIMPLEMENTED',
  [status.UNAVAILABLE]: 'UNAVAILABLE',
  [status.UNAUTHENTICATED]: 'UNAUTHENTICATED',
};

/** Converts an error to google.rpc.Status with ErrorDetails. Any error but a DomainError becomes INTERNAL. */
export function toStatus(error: unknown): Status {
  if (!(error instanceof DomainError))
    return { code: status.INTERNAL, message: 'Internal server error.', details: [] };
  const value = Buffer.from(ErrorDetails.encode({ reason: error.reason, details: error.details }).finish());
  return { code: status[error.status], message: error.message, details: [{ typeUrl: detailsType, value }] };
}

/** Converts google.rpc.Status to a DomainError. Codes without an ErrorStatus become INTERNAL. */
export function fromStatus(wire: Status, cause?: unknown): DomainError {
  const name = statusNames[wire.code] ?? 'INTERNAL';
  const packed = wire.details.find(({ typeUrl }) => typeUrl === detailsType);
  if (packed === undefined) return new DomainError(name, name, wire.message, { cause });
  const { reason, details } = ErrorDetails.decode(packed.value);
  return new DomainError(name, reason, wire.message, { details, cause });
}

/** Converts an error to the error that a grpc-js handler passes to its callback. */
export function toServiceError(error: unknown): Pick<ServiceError, 'code' | 'details' | 'metadata'> {
  const wire = toStatus(error);
  const metadata = new Metadata();
  metadata.set(detailsKey, Buffer.from(Status.encode(wire).finish()));
  const code = error instanceof DomainError ? status[error.status] : status.INTERNAL;
  return { code, details: wire.message, metadata };
}

/** Converts the error of a grpc-js client to a DomainError. */
export function fromServiceError(error: ServiceError): DomainError {
  const [packed] = error.metadata.get(detailsKey);
  const wire = Buffer.isBuffer(packed)
    ? Status.decode(packed)
    : { code: error.code, message: error.details, details: [] };
  return fromStatus(wire, error);
}
