import type { DomainError } from '@assay/chassis/errors';
import type { RestCode } from './error-catalog.ts';

/** The REST code of each reason that the contract documents, and of the reasons that operations and adapters name in addition. */
export const codesByReason = {
  INVALID_FIELD: 'VALIDATION_ERROR',
  UNAUTHENTICATED: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  INVITATION_NOT_FOUND: 'NOT_FOUND',
  PAYMENT_PROVIDER_NOT_FOUND: 'NOT_FOUND',
  SLUG_TAKEN: 'CONFLICT',
  FOLDER_EXISTS: 'CONFLICT',
  INPUT_DATA_CHANGED: 'CONFLICT',
  INSUFFICIENT_BALANCE: 'PAYMENT_REQUIRED',
  SPEND_LIMIT_EXCEEDED: 'PAYMENT_REQUIRED',
  MAX_COST_EXCEEDED: 'PAYMENT_REQUIRED',
  MODULE_NOT_ENABLED: 'MODULE_NOT_ENABLED',
  CONCURRENT_CHANGE: 'CONFLICT',
  API_KEY_LIMIT: 'CONFLICT',
  FOLDER_CYCLE: 'CONFLICT',
  FOLDER_DEPTH_LIMIT: 'CONFLICT',
  FOLDER_LIMIT: 'CONFLICT',
  INPUT_DATA_IN_USE: 'CONFLICT',
  WORKFLOW_OUTPUT_TAKEN: 'CONFLICT',
  UPLOAD_LIMIT: 'CONFLICT',
  ALREADY_MEMBER: 'CONFLICT',
  INVITATION_ANSWERED: 'CONFLICT',
  MEMBER_LIMIT: 'CONFLICT',
  LAST_ADMIN: 'CONFLICT',
  REFUND_EXCEEDS_CHARGE: 'CONFLICT',
  HOLD_ENDED: 'CONFLICT',
  API_KEY_EXPIRED: 'INVALID_STATE',
  LOGIN_NOT_CONFIGURED: 'INVALID_STATE',
  PAYMENTS_NOT_CONFIGURED: 'INVALID_STATE',
  DATASET_FILE: 'INVALID_STATE',
  ENRICHMENT_UNFINISHED: 'INVALID_STATE',
  PIPELINE_UNAVAILABLE: 'INVALID_STATE',
  RUN_NOT_COMPLETED: 'INVALID_STATE',
  RUN_ENDED: 'INVALID_STATE',
  RUN_NOT_FAILED: 'INVALID_STATE',
  QUOTA_EXCEEDED: 'QUOTA_EXCEEDED',
  UPLOAD_INCOMPLETE: 'INVALID_STATE',
  UPLOAD_STATE: 'INVALID_STATE',
  IDEMPOTENCY_CONFLICT: 'IDEMPOTENCY_CONFLICT',
  INVITATION_LIMIT: 'TOO_MANY_REQUESTS',
  REPLAY_LIMIT: 'TOO_MANY_REQUESTS',
  CONCURRENCY_LIMIT: 'TOO_MANY_REQUESTS',
  REPLAYS_BUSY: 'SERVICE_UNAVAILABLE',
  INVITATION_EXPIRED: 'GONE',
  INVITATION_GONE: 'GONE',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  CONTEXT_KEY_MISSING: 'UNPROCESSABLE_ENTITY',
  ENRICHMENT_INCOMPLETE: 'UNPROCESSABLE_ENTITY',
  FILES_UNSUITABLE: 'UNPROCESSABLE_ENTITY',
  UNPROCESSABLE_FILE: 'UNPROCESSABLE_ENTITY',
} as const satisfies Readonly<Record<string, RestCode>>;

/** A reason why an operation can fail. Declarations list reasons; each adapter maps them to its own terms. */
export type Reason = keyof typeof codesByReason;

export function isReason(name: string): name is Reason {
  return Object.hasOwn(codesByReason, name);
}

/** Maps the failure of a service to a REST code: by its reason, otherwise by its gRPC status. */
export function toRestCode({ reason, status }: Pick<DomainError, 'reason' | 'status'>): RestCode {
  return isReason(reason) ? codesByReason[reason] : mapStatus(status);
}

function mapStatus(status: DomainError['status']): RestCode {
  switch (status) {
    case 'INVALID_ARGUMENT':
    case 'OUT_OF_RANGE':
      return 'VALIDATION_ERROR';
    case 'UNAUTHENTICATED':
      return 'UNAUTHORIZED';
    case 'PERMISSION_DENIED':
      return 'FORBIDDEN';
    case 'NOT_FOUND':
      return 'NOT_FOUND';
    case 'ALREADY_EXISTS':
    case 'ABORTED':
      return 'CONFLICT';
    case 'FAILED_PRECONDITION':
      return 'INVALID_STATE';
    case 'UNAVAILABLE':
    case 'DEADLINE_EXCEEDED':
    case 'RESOURCE_EXHAUSTED':
    case 'CANCELLED':
      return 'SERVICE_UNAVAILABLE';
    case 'UNIMPLEMENTED':
    case 'INTERNAL':
      return 'INTERNAL_ERROR';
  }
}
