import { authorize } from '../authorization.ts';
import type { CallContext } from '../call-context.ts';
import type { Attempt, Idempotency } from '../idempotency/idempotency.ts';
import { accessRule } from './contract/contract.ts';
import { compileDefaults } from './rules/request-defaults.ts';
import { requestValidator } from './rules/validate-request.ts';
import type { Method } from './serve.ts';

/** The response of an rpc. `isReplay` is true when an earlier call did the work. */
export interface GuardedAnswer<Response> {
  readonly response: Response;
  readonly isReplay: boolean;
}

/** @param read returns the request. It runs only for a caller that the access rule allows */
export type GuardedRpc<Request, Response> = (
  call: CallContext,
  read: () => Request,
) => Promise<GuardedAnswer<Response>>;

/**
 * Wraps an rpc with the rules of its contract: the access rule, the field rules and the idempotency key. The caller is already
 * authenticated; the transport does not matter. Throws for an rpc without an access rule.
 * @param idempotency undefined: idempotency keys are ignored
 */
export function guardRpc<Request, Response>(
  method: Method<Request, Response>,
  handle: (call: CallContext, request: Request) => Promise<Response>,
  idempotency: Idempotency | undefined,
): GuardedRpc<Request, Response> {
  const rule = accessRule(method.path);
  if (rule === undefined) throw new Error(`${method.path} has no access rule in its proto file`);
  const validate = requestValidator(method.path);
  const setDefaults = compileDefaults(method.path);
  return async (call, read) => {
    authorize(rule, call.actor);
    const request = read();
    validate(request);
    setDefaults?.(request);
    const { idempotencyKey } = call;
    // Clients without a credential cannot be told apart, so a key of one must not repeat the answer to another.
    const isIgnored = call.actor.kind === 'anonymous' && rule.withoutCredential;
    if (idempotency === undefined || idempotencyKey === undefined || !rule.idempotent || isIgnored) {
      return { response: await handle(call, request), isReplay: false };
    }
    const run = (repeatable: CallContext): Promise<unknown> => handle(repeatable, request);
    // The types above bind request and response to the method. The records treat all methods alike.
    const attempt = { method: method as unknown as Attempt['method'], rule, request, run };
    const { response, isReplay } = await idempotency.once({ ...call, idempotencyKey }, attempt);
    return { response: response as Response, isReplay };
  };
}
