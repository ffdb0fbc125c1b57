import { DomainError } from '@assay/chassis/errors';

/** What an rpc answers that is not there yet. */
export function unimplemented(): Promise<never> {
  return Promise.reject(new DomainError('UNIMPLEMENTED', 'NOT_IMPLEMENTED', 'not there yet'));
}
