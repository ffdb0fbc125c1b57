import { DomainError } from '@assay/chassis/errors';
import type { Rpcs } from '@assay/chassis/grpc/serve';

/** Every rpc of a service, for a test or bench that asks for none, or overrides those it asks for. */
export function createUnimplementedRpcs<S extends object>(service: S): Rpcs<unknown, S> {
  const refuse = () => Promise.reject(new DomainError('UNIMPLEMENTED', 'UNIMPLEMENTED', 'not served here'));
  // It has the names that are asked for, and each of them only rejects.
  return Object.fromEntries(Object.keys(service).map((name) => [name, refuse])) as unknown as Rpcs<
    unknown,
    S
  >;
}
