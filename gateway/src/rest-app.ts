import type { FastifyInstance } from 'fastify';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Runtime } from '@assay/chassis/process/runtime';
import type { TokenSource } from '@assay/chassis/tokens/token-source';
import type { ServedOperation } from '@assay/operations/derive/serve-operations';
import type { Callers } from '@assay/operations/operation';
import type { Config } from './config.ts';
import type { Authentication } from './guard/auth.ts';
import type { BodyDeadline } from './guard/body-deadline.ts';
import type { Cookies } from './guard/secret-cookie.ts';
import type { UpstreamSpan } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Passed on with every call this request causes; its actor is known once the request was admitted. */
    call: OutgoingCall;
    authentication: Authentication;
    /** Undefined for requests without a body. */
    bodyDeadline: BodyDeadline | undefined;
    /** Of uploads: what the upload listener is shown instead of the client's credential. */
    internalToken: string;
    /** Of uploads: the span of passing them on; undefined while no traces are exported. */
    upstreamSpan: UpstreamSpan | undefined;
  }
  interface FastifyInstance {
    /** The methods of every route, by its pattern. */
    served: ReadonlyMap<string, readonly string[]>;
  }
  interface FastifyContextConfig {
    /** Routes that need no credential say so. */
    anonymous?: boolean;
    /** Routes whose requests without a valid credential are counted apart from all others of their address. */
    countedAs?: 'sign-in' | 'payment-events';
    /** The path parameter that names the organization the request works in, before any header. */
    organizationParam?: string;
    /** Routes that sign the caller out, and that no other site may therefore lead to. */
    endsSession?: boolean;
  }
}

export type RestApp = FastifyInstance;

export interface RouteDeps {
  readonly runtime: Runtime;
  readonly callers: Callers;
  readonly config: Config;
  readonly cookies: Cookies;
  /** The internal token that stands for the caller of a request, for what is proxied instead of called. */
  readonly tokens: TokenSource;
}

/** Adds one route. */
export type RegisterRoute = (app: RestApp, deps: RouteDeps) => void;

/** Adds the route of an operation that the gateway performs itself. */
export type Endpoint = (app: RestApp, operation: ServedOperation, deps: RouteDeps) => void;
