import type { MethodDefinition } from '@grpc/grpc-js';
import type { CallContext } from '../call-context.ts';

/** One method as ts-proto generates it. */
export type Method<Request, Response> = Pick<
  MethodDefinition<Request, Response>,
  | 'path'
  | 'requestStream'
  | 'responseStream'
  | 'requestSerialize'
  | 'requestDeserialize'
  | 'responseSerialize'
  | 'responseDeserialize'
>;

// `never` and `unknown` in these places accept every generated method, whatever its messages are.
export type ServiceContract = Readonly<Record<string, Method<never, unknown>>>;

export type RequestOf<M> = M extends { requestDeserialize: (bytes: Buffer) => infer Request }
  ? Request
  : never;
export type ResponseOf<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Response }
  ? Response
  : never;

/** One rpc of a service: process-lived dependencies, then the call, then its input. */
export type Rpc<Deps, Request, Response> = (
  deps: Deps,
  call: CallContext,
  request: Request,
) => Promise<Response>;

export type Rpcs<Deps, S> = { readonly [K in keyof S]: Rpc<Deps, RequestOf<S[K]>, ResponseOf<S[K]>> };

export type Handler = (call: CallContext, request: unknown) => Promise<unknown>;

export interface ServedService {
  readonly definition: Readonly<Record<string, Method<unknown, unknown>>>;
  readonly handlers: Readonly<Record<string, Handler>>;
}

/** Joins a generated service definition, the process's dependencies and one function per rpc. */
export function serve<Deps, S extends object>(definition: S, deps: Deps, rpcs: Rpcs<Deps, S>): ServedService {
  const handlers = Object.entries(rpcs).map(([name, rpc]) => {
    const bound: Handler = (call, request) => (rpc as Rpc<Deps, unknown, unknown>)(deps, call, request);
    return [name, bound] as const;
  });
  // The types above tie each rpc to its messages; from here on the server treats all methods alike.
  return {
    definition: definition as unknown as ServedService['definition'],
    handlers: Object.fromEntries(handlers),
  };
}
