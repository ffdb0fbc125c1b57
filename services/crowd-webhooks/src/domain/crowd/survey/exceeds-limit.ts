import { DomainError } from '@assay/chassis/errors';

/** INVALID_ARGUMENT, with the field and its limit. */
export function exceedsLimit(field: string, limit: number, message: string): DomainError {
  return new DomainError('INVALID_ARGUMENT', 'INVALID_FIELD', message, { details: { field, limit } });
}
