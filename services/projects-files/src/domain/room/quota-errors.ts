import { DomainError } from '@assay/chassis/errors';
import type { StorageLimits, StorageUse } from './storage-use.ts';

export function quotaExceeded(limits: StorageLimits, { usedBytes, usedFiles }: StorageUse): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'QUOTA_EXCEEDED',
    'The storage quota of the organization is exceeded. Delete files or ask the operator for more.',
    {
      details: { limitBytes: limits.bytes, usedBytes, limitFiles: limits.files, usedFiles },
    },
  );
}

export function tooManyUploads(limit: number): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'UPLOAD_LIMIT',
    'Too many uploads are active. Complete or abort one first.',
    {
      details: { limit },
    },
  );
}
