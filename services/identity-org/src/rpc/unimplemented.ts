import { DomainError } from '@assay/chassis/errors';

export function unimplemented(): Promise<never> {
  return Promise.reject(new DomainError('UNIMPLEMENTED', 'UNIMPLEMENTED', 'not implemented'));
}
