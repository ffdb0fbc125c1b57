import { authorize } from '../authorization.ts';
import type { CallContext } from '../call-context.ts';
import type { Attempt, Idempotency } from '../idempotency/idempotency.ts';
import { accessRule } from './contract.ts';
import { compileDefaults } from './rules/request-defaults.ts';
import { requestValidator } from './rules/validate-request.ts';
import type { Method } from './serve.ts';

/** What an rpc answers, and whether an earlier call did the work. */
export interface GuardedAnswer<Response> {
  readonly response: Response;
  readonly isReplay: boolean;
}

export type GuardedRpc<Request, Response> = (
  call: CallContext,
  request: Request,
) => Promise<GuardedAnswer<Response>>;

/**
 * The work of an rpc inside the rules that the contract states for it, for a caller who is known, however the request came: who
 * may call, what the fields may hold, and that a repeated idempotency key does nothing twice. Throws for an rpc without an
 * access rule.
 * @param idempotency undefined: keys are not looked at
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
  return async (call, request) => {
    authorize(rule, call.actor);
    validate(request);
    setDefaults?.(request);
    const { idempotencyKey } = call;
    if (idempotency === undefined || idempotencyKey === undefined || !rule.idempotent) {
      return { response: await handle(call, request), isReplay: false };
    }
    const run = (repeatable: CallContext): Promise<unknown> => handle(repeatable, request);
    // The types above tie request and response to the method; records treat all methods alike.
    const attempt = { method: method as unknown as Attempt['method'], rule, request, run };
    const { response, isReplay } = await idempotency.once({ ...call, idempotencyKey }, attempt);
    return { response: response as Response, isReplay };
  };
}
