import type { CallContext, OutgoingCall } from '@assay/chassis/call-context';
import { CredentialKind } from '@assay/proto/access/v1/access';
import type { Principal } from '@assay/proto/identity/v1/principal';
import { callByService } from '@assay/test-kit/test-platform';
import { hashApiKeySecret } from '../src/domain/api-key/api-key-secret.ts';
import type { start } from './start.ts';

type Started = Awaited<ReturnType<typeof start>>;

/** The principal a key stands for, as the gateway asks for it. */
export async function principalOf(
  { authentication }: Pick<Started, 'authentication'>,
  key: string,
  organizationId = '',
): Promise<Principal> {
  const request = { keySha256: hashApiKeySecret(key), organizationId };
  const { principal } = await authentication.authenticateApiKey(callByService('gateway'), request);
  if (principal === undefined) throw new Error('no principal');
  return principal;
}

/** A call as the gateway makes it for a principal. */
export function callOf(principal: Principal): OutgoingCall {
  const { organizationId, userId, role, credentialId, credentialKind, modules } = principal;
  const actor = { kind: 'user', userId, role, credentialId, credentialKind, modules } as const;
  return { organizationId, requestId: 'request', actor };
}

/** The same call made by its user with a sign-in. */
export function signedIn(call: OutgoingCall): OutgoingCall {
  if (call.actor.kind !== 'user') throw new Error('nobody calls');
  const credential = { credentialId: 'a session', credentialKind: CredentialKind.SIGN_IN };
  return { ...call, actor: { ...call.actor, ...credential } };
}

/** The same call as the service sees it, for what is tested without the way there. */
export function receivedCall(call: OutgoingCall, operation?: string): CallContext {
  const deadline = new Date(Date.now() + 60_000);
  const { signal } = new AbortController();
  return { ...call, traceparent: undefined, deadline, signal, operation };
}

/** What a good credential is answered with in an organization it does not reach. */
export const organizationNotFound = {
  status: 'NOT_FOUND',
  reason: 'ORGANIZATION_NOT_FOUND',
  message: 'The organization was not found. Check its id.',
  details: undefined,
};

/** What every refused credential is answered with. */
export const unauthenticated = {
  status: 'UNAUTHENTICATED',
  reason: 'UNAUTHENTICATED',
  message:
    'The credential is missing or not valid. Send an API key in `X-API-Key`, or a key or token in `Authorization: Bearer`.',
  details: undefined,
};
