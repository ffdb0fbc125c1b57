import type { status } from '@grpc/grpc-js';
import { Counter, Histogram } from 'prom-client';
import type { CallContext } from '../call-context.ts';
import { DomainError, unauthenticated } from '../errors.ts';
import type { Answer, Idempotency } from '../idempotency/idempotency.ts';
import { newId } from '../ids.ts';
import { isEdge } from '../tokens/internal-token.ts';
import type { TokenVerifier, VerifiedIdentity } from '../tokens/internal-token.ts';
import type { Runtime } from '../process/runtime.ts';
import { accessRule } from './contract/contract.ts';
import type { Handler, Method } from './serve.ts';
import { asUnavailable, dependencyUnavailable } from './unavailable.ts';
import { guardRpc } from './guard-rpc.ts';

/** A call as it arrived, over the exchange or plain gRPC. */
export interface IncomingCall extends Pick<
  CallContext,
  'traceparent' | 'clientAddress' | 'deviceType' | 'idempotencyKey' | 'deadline' | 'signal'
> {
  /** The internal token. */
  readonly token: string | undefined;
  readonly requestId: string | undefined;
  /** The process that opened the stream of the call. undefined: the call came over plain gRPC. */
  readonly opener?: string | undefined;
  /** The encoded request. */
  readonly payload: Buffer;
}

export type Outcome = ({ readonly ok: true } & Answer) | { readonly ok: false; readonly error: unknown };

/** Performs a call. It never rejects. */
export type PerformCall = (incoming: IncomingCall) => Promise<Outcome>;

export interface PerformerOptions {
  readonly runtime: Runtime;
  readonly verifier: TokenVerifier;
  /** undefined: idempotency keys are ignored. */
  readonly idempotency?: Idempotency | undefined;
}

/** The reason of requests that are not messages of their rpc. */
const undecodableRequest = 'UNDECODABLE_REQUEST';

export type CreatePerformer = (method: Method<unknown, unknown>, handle: Handler) => PerformCall;

/**
 * Creates the function that wraps an rpc: it verifies the token, applies the access rule, the field rules and the idempotency key, and
 * records log and metrics. Throws for an rpc without an access rule.
 */
export function createPerformers(options: PerformerOptions): CreatePerformer {
  const observe = createObserver(options.runtime);
  return (method, handle) => {
    const { path } = method;
    const answer = createAnswerer(options, method, handle);
    return async (incoming) => {
      const startedAt = performance.now();
      const requestId = incoming.requestId ?? newId();
      try {
        const answered = await answer(incoming, requestId);
        observe({ path, requestId, startedAt, code: 'OK' });
        return { ok: true, ...answered };
      } catch (thrown) {
        const error = asUnavailable(thrown);
        const code = error instanceof DomainError ? error.status : 'INTERNAL';
        observe({ path, requestId, startedAt, code, error });
        return { ok: false, error };
      }
    };
  };
}

function createAnswerer(
  { verifier, idempotency }: PerformerOptions,
  method: Method<unknown, unknown>,
  handle: Handler,
) {
  const rule = accessRule(method.path);
  const perform = guardRpc(method, handle, idempotency);
  return async (incoming: IncomingCall, requestId: string): Promise<Answer> => {
    const { traceparent, idempotencyKey, deadline, signal } = incoming;
    const needsNone = rule?.anonymous === true || (rule?.withoutCredential === true && !incoming.token);
    const identity = needsNone ? anonymous : await identify(verifier, incoming.token);
    const { actor, organizationId } = identity;
    const client = readTrustedClient(incoming, identity.issuer);
    const who = { actor, organizationId, requestId };
    const call = { ...who, traceparent, ...client, idempotencyKey, deadline, signal };
    return perform(call, () => decodeRequest(method, incoming.payload));
  };
}

/** The bytes are the client's, such as values that are nested more deeply than the decoder follows, so a failure is its mistake. */
function decodeRequest({ requestDeserialize }: Method<unknown, unknown>, payload: Buffer): unknown {
  try {
    return requestDeserialize(payload);
  } catch (cause) {
    const message = 'The request cannot be decoded. Check the message and the depth of its values.';
    throw new DomainError('INVALID_ARGUMENT', undecodableRequest, message, { cause });
  }
}

const anonymous = { actor: { kind: 'anonymous' }, organizationId: '', issuer: '' } as const;

/** Returns the facts about the client when an edge of the platform states them. Any other process could fake them in the audit log. */
function readTrustedClient(
  { clientAddress, deviceType, opener = '' }: IncomingCall,
  issuer: string,
): Pick<CallContext, 'clientAddress' | 'deviceType'> {
  return isEdge(opener) || isEdge(issuer) ? { clientAddress, deviceType } : {};
}

async function identify(verifier: TokenVerifier, token: string | undefined): Promise<VerifiedIdentity> {
  if (token === undefined) throw unauthenticated();
  return verifier.verify(token);
}

interface Observed {
  readonly path: string;
  readonly requestId: string;
  readonly startedAt: number;
  readonly code: keyof typeof status;
  readonly error?: unknown;
}

function createObserver({ metrics, logger }: Runtime): (observed: Observed) => void {
  const handled = new Counter({
    name: 'assay_rpcs_total',
    help: 'Answered calls, by rpc and status code.',
    labelNames: ['rpc', 'code'],
    registers: [metrics],
  });
  const duration = new Histogram({
    name: 'assay_rpc_duration_seconds',
    help: 'Time from receiving a call to answering it, in seconds.',
    labelNames: ['rpc'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  return ({ path, requestId, startedAt, code, error }) => {
    const elapsedMs = performance.now() - startedAt;
    handled.inc({ rpc: path, code });
    duration.observe({ rpc: path }, elapsedMs / 1000);
    const fields = { rpc: path, requestId, code, elapsedMs: Math.round(elapsedMs * 10) / 10 };
    if (code === 'OK') logger.debug(fields, 'answered');
    else if (error instanceof DomainError && error.reason === dependencyUnavailable) {
      logger.warn({ ...fields, err: error.cause }, 'a dependency is unavailable');
    } else if (error instanceof DomainError && error.reason === undecodableRequest) {
      logger.warn({ ...fields, err: error.cause }, 'the request cannot be decoded');
    } else if (error instanceof DomainError) logger.info({ ...fields, reason: error.reason }, 'refused');
    else logger.error({ ...fields, err: error }, 'failed');
  };
}
