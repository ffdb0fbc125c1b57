import type { DomainError } from '@assay/chassis/errors';
import type { RestCode } from './error-catalog.ts';

/** Every reason that the contract between processes documents, and others that say more than their gRPC status. */
export const codesByReason: Readonly<Record<string, RestCode>> = {
  INSUFFICIENT_BALANCE: 'PAYMENT_REQUIRED',
  SPEND_LIMIT_EXCEEDED: 'PAYMENT_REQUIRED',
  MAX_COST_EXCEEDED: 'PAYMENT_REQUIRED',
  MODULE_NOT_ENABLED: 'MODULE_NOT_ENABLED',
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
  INVITATION_EXPIRED: 'GONE',
  INVITATION_GONE: 'GONE',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  CONTEXT_KEY_MISSING: 'UNPROCESSABLE_ENTITY',
  ENRICHMENT_INCOMPLETE: 'UNPROCESSABLE_ENTITY',
  FILES_UNSUITABLE: 'UNPROCESSABLE_ENTITY',
  UNPROCESSABLE_FILE: 'UNPROCESSABLE_ENTITY',
};

/** What a failure of a service is in the terms of the REST contract: by its reason, else by its gRPC status. */
export function codeOf({ reason, status }: Pick<DomainError, 'reason' | 'status'>): RestCode {
  return codesByReason[reason] ?? codeOfStatus(status);
}

function codeOfStatus(status: DomainError['status']): RestCode {
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
