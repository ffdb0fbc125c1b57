import type { MethodDefinition } from '@grpc/grpc-js';
import type { CallContext } from '../call-context.ts';

/** A method as ts-proto generates it. */
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

// `never` and `unknown` accept every generated method, with any messages.
export type ServiceContract = Readonly<Record<string, Method<never, unknown>>>;

export type RequestOf<M> = M extends { requestDeserialize: (bytes: Buffer) => infer Request }
  ? Request
  : never;
export type ResponseOf<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Response }
  ? Response
  : never;

/** An rpc of a service: it takes dependencies that live as long as the process, the call and the request. */
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

/** Binds one function per rpc and the dependencies of the process to a generated service definition. */
export function serve<Deps, S extends object>(definition: S, deps: Deps, rpcs: Rpcs<Deps, S>): ServedService {
  const handlers = Object.entries(rpcs).map(([name, rpc]) => {
    const bound: Handler = (call, request) => (rpc as Rpc<Deps, unknown, unknown>)(deps, call, request);
    return [name, bound] as const;
  });
  // The types above bind each rpc to its messages. The server treats all methods alike.
  return {
    definition: definition as unknown as ServedService['definition'],
    handlers: Object.fromEntries(handlers),
  };
}
