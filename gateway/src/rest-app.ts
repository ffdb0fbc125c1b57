import type { FastifyInstance } from 'fastify';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Runtime } from '@assay/chassis/process/runtime';
import type { TokenSource } from '@assay/chassis/tokens/token-source';
import type { Rule } from '@assay/proto/access/v1/access';
import type { ServedOperation } from '@assay/operations/derive/serve-operations';
import type { Callers } from '@assay/operations/operation';
import type { Config } from './config.ts';
import type { Authentication } from './guard/auth.ts';
import type { BodyDeadline } from './guard/bodies/body-deadline.ts';
import type { StandingAccess } from './guard/standing-access.ts';
import type { Cookies } from './guard/secret-cookie.ts';
import type { UpstreamSpan } from './routes/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of each call that this request makes. `admit` sets its actor. */
    call: OutgoingCall;
    authentication: Authentication;
    /** Undefined when the request has no body. */
    bodyDeadline: BodyDeadline | undefined;
    /** For uploads: the token that the upload listener receives in place of the client's credential. */
    internalToken: string;
    /** For uploads: further headers that the upload listener receives. */
    listenerHeaders: Readonly<Record<string, string>>;
    /** For uploads: the span of the proxied request; undefined when traces are not exported. */
    upstreamSpan: UpstreamSpan | undefined;
  }
  interface FastifyInstance {
    /** The methods of each route, by its pattern. */
    served: ReadonlyMap<string, readonly string[]>;
  }
  interface FastifyContextConfig {
    /** The id of the operation. A key that allows only some tools calls no other route, except those that need no credential. */
    operation?: string;
    /** True: the route needs no credential. */
    anonymous?: boolean;
    /** True: guests of crowd jobs may call the route. */
    guests?: boolean;
    /** True: the route may be called without a credential. Unlike with `anonymous`, one that is sent must be valid. */
    credentialOptional?: boolean;
    /** The access rules of the operation. They are checked before the body is read. */
    rules?: readonly Rule[];
    /** True: the route forwards its body as it arrives, so that its memory is not counted. */
    streamsBody?: boolean;
    /** The rate limit in which requests without a valid credential are counted; by default, that of their address. */
    countedAs?: 'sign-in' | 'payment-events' | 'page-assets';
    /** The challenge of a 401 response. `Bearer` by default. */
    challenge?: string;
    /** The path parameter that names the organization of the request. It takes precedence over the header. */
    organizationParam?: string;
    /** True: the route signs the user out, so that links of other sites to it are refused. */
    endsSession?: boolean;
  }
}

export type RestApp = FastifyInstance;

export interface RouteDeps {
  readonly runtime: Runtime;
  readonly callers: Callers;
  readonly config: Config;
  readonly cookies: Cookies;
  readonly standingAccess: StandingAccess;
  /** Issues the internal tokens for requests that are proxied. */
  readonly tokens: TokenSource;
}

export type RegisterRoute = (app: RestApp, deps: RouteDeps) => void;

/** Adds the route of an operation that has a handler of its own. */
export type Endpoint = (app: RestApp, operation: ServedOperation, deps: RouteDeps) => void;
