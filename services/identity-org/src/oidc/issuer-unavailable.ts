import { DomainError } from '@assay/chassis/errors';

export function issuerUnavailable(cause: unknown): DomainError {
  return new DomainError('UNAVAILABLE', 'ISSUER_UNAVAILABLE', 'the sign-in service does not answer', {
    cause,
  });
}
