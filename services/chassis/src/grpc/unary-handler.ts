import { Metadata, status } from '@grpc/grpc-js';
import type { handleUnaryCall, ServerUnaryCall } from '@grpc/grpc-js';
import { Counter, Histogram } from 'prom-client';
import type { Rule } from '@assay/proto/access/v1/access';
import { authorize } from '../authorization.ts';
import type { CallContext } from '../call-context.ts';
import { DomainError } from '../errors.ts';
import type { Answer, Idempotency } from '../idempotency/idempotency.ts';
import { newId } from '../ids.ts';
import { unauthenticated } from '../internal-token.ts';
import type { Identity, TokenVerifier } from '../internal-token.ts';
import type { Runtime } from '../runtime.ts';
import { bearerToken, callMetadata, readMetadata, replayedMetadata } from './call-metadata.ts';
import { accessRule } from './contract.ts';
import type { Handler, Method } from './serve.ts';
import { toServiceError } from './status.ts';

const defaultDeadlineMs = 30_000;
type Call = ServerUnaryCall<unknown, unknown>;
type ServedMethod = Method<unknown, unknown>;
type ToUnaryHandler = (method: ServedMethod, handle: Handler) => handleUnaryCall<unknown, unknown>;

export interface UnaryHandlerOptions {
  readonly runtime: Runtime;
  readonly verifier: TokenVerifier;
  /** Undefined: idempotency keys are not looked at. */
  readonly idempotency?: Idempotency | undefined;
}

/**
 * Wraps rpcs into what grpc-js serves: token, access rule, idempotency, deadline, error mapping, log and metrics around
 * each.
 */
export function createUnaryHandler(options: UnaryHandlerOptions): ToUnaryHandler {
  const { runtime, verifier } = options;
  const observe = createObserver(runtime);
  return (method, handle) => {
    const { path } = method;
    const rule = ruleOf(path);
    const perform = performer(options.idempotency, { method, rule, handle });
    return (call, callback) => {
      const startedAt = performance.now();
      const requestId = readMetadata(call.metadata, callMetadata.requestId) ?? newId();
      const answer = async (): Promise<unknown> => {
        const identity = rule.anonymous ? anonymous : await identify(verifier, call);
        authorize(rule, identity.actor);
        const { response, isReplay } = await perform(callContext(call, requestId, identity), call.request);
        if (isReplay) call.sendMetadata(replayed());
        return response;
      };
      answer().then(
        (response) => {
          observe({ path, requestId, startedAt, code: status.OK });
          callback(null, response);
        },
        (error: unknown) => {
          const failure = toServiceError(error);
          observe({ path, requestId, startedAt, code: failure.code, error });
          callback(failure);
        },
      );
    };
  };
}

const anonymous = { actor: { kind: 'anonymous' }, organizationId: '' } as const;

function ruleOf(path: string): Rule {
  const rule = accessRule(path);
  if (rule === undefined) throw new Error(`${path} has no access rule in its proto file`);
  return rule;
}

interface Performed {
  readonly method: ServedMethod;
  readonly rule: Rule;
  readonly handle: Handler;
}

/** Calls the handler, at most once per idempotency key where the rpc's rule says so. */
function performer(
  idempotency: Idempotency | undefined,
  { method, rule, handle }: Performed,
): (call: CallContext, request: unknown) => Promise<Answer> {
  return async (call, request) => {
    const { idempotencyKey } = call;
    if (idempotency === undefined || idempotencyKey === undefined || !rule.idempotent) {
      return { response: await handle(call, request), isReplay: false };
    }
    const run = (repeatable: CallContext): Promise<unknown> => handle(repeatable, request);
    return idempotency.once({ ...call, idempotencyKey }, { method, rule, request, run });
  };
}

function replayed(): Metadata {
  const metadata = new Metadata();
  metadata.set(replayedMetadata, 'true');
  return metadata;
}

async function identify(verifier: TokenVerifier, call: Call): Promise<Identity> {
  const token = bearerToken(readMetadata(call.metadata, callMetadata.authorization));
  if (token === undefined) throw unauthenticated();
  return verifier.verify(token);
}

function callContext(
  call: Call,
  requestId: string,
  identity: Pick<CallContext, 'actor' | 'organizationId'>,
): CallContext {
  const abort = new AbortController();
  call.on('cancelled', () => {
    abort.abort(new DomainError('CANCELLED', 'CANCELLED', 'the caller no longer waits'));
  });
  return {
    ...identity,
    requestId,
    traceparent: readMetadata(call.metadata, callMetadata.traceparent),
    clientAddress: readMetadata(call.metadata, callMetadata.clientAddress),
    idempotencyKey: readMetadata(call.metadata, callMetadata.idempotencyKey),
    deadline: deadlineOf(call),
    signal: abort.signal,
  };
}

function deadlineOf(call: Call): Date {
  const deadline = call.getDeadline();
  const epochMs = typeof deadline === 'number' ? deadline : deadline.getTime();
  return new Date(Number.isFinite(epochMs) ? epochMs : Date.now() + defaultDeadlineMs);
}

interface Outcome {
  readonly path: string;
  readonly requestId: string;
  readonly startedAt: number;
  readonly code: status;
  readonly error?: unknown;
}

function createObserver({ metrics, logger }: Runtime): (outcome: Outcome) => void {
  const handled = new Counter({
    name: 'grpc_server_handled_total',
    help: 'Calls answered, by rpc and status code',
    labelNames: ['rpc', 'code'],
    registers: [metrics],
  });
  const duration = new Histogram({
    name: 'grpc_server_handling_seconds',
    help: 'Time from receiving a call to answering it',
    labelNames: ['rpc'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  return ({ path, requestId, startedAt, code, error }) => {
    const elapsedMs = performance.now() - startedAt;
    handled.inc({ rpc: path, code: status[code] });
    duration.observe({ rpc: path }, elapsedMs / 1000);
    const fields = { rpc: path, requestId, code: status[code], elapsedMs: Math.round(elapsedMs * 10) / 10 };
    if (code === status.OK) logger.debug(fields, 'answered');
    else if (error instanceof DomainError) logger.info({ ...fields, reason: error.reason }, 'refused');
    else logger.error({ ...fields, err: error }, 'failed');
  };
}
