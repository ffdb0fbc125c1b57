import { DomainError } from '@assay/chassis/errors';
import type { Rpcs } from '@assay/chassis/grpc/serve';

/** Creates handlers for all rpcs of a service that reject with UNIMPLEMENTED. The caller overrides those that it needs. */
export function createUnimplementedRpcs<S extends object>(service: S): Rpcs<unknown, S> {
  const refuse = () => Promise.reject(new DomainError('UNIMPLEMENTED', 'UNIMPLEMENTED', 'not served here'));
  // The object has a handler for each name of the service.
  return Object.fromEntries(Object.keys(service).map((name) => [name, refuse])) as unknown as Rpcs<
    unknown,
    S
  >;
}
