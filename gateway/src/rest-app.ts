import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Runtime } from '@assay/chassis/runtime';
import type { Clients } from './clients.ts';
import type { GatewayConfig } from './config.ts';
import type { Authentication } from './plugins/auth.ts';
import type { Cookies } from './secret-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Passed on with every call this request causes; its actor is known once the request was admitted. */
    call: OutgoingCall;
    authentication: Authentication;
    /** Of uploads: what the upload listener is shown instead of the client's credential. */
    internalToken: string;
  }
  interface FastifyInstance {
    /** The methods of every route, by its pattern. */
    served: ReadonlyMap<string, readonly string[]>;
  }
  interface FastifyContextConfig {
    /** Routes that need no credential say so. */
    anonymous?: boolean;
    /** The path parameter that names the organization the request works in, before any header. */
    organizationParam?: string;
    /** Routes that sign the caller out, and that no other site may therefore lead to. */
    endsSession?: boolean;
    /** A body the OpenAPI document shows although the gateway passes it on unread. */
    documentedBody?: object;
  }
}

export type RestApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export interface RouteDeps {
  readonly runtime: Runtime;
  readonly clients: Clients;
  readonly config: GatewayConfig;
  readonly cookies: Cookies;
  /** The internal token that stands for the caller of a request, for what is proxied instead of called. */
  readonly tokens: (call: OutgoingCall) => Promise<string | undefined>;
}

/** Adds one route. */
export type RegisterRoute = (app: RestApp, deps: RouteDeps) => void;
