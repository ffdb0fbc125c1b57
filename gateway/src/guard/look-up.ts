import type { OutgoingCall } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import type { CallRpc } from '@assay/operations/operation';
import { GuestsServiceService } from '@assay/proto/crowd/v1/guests_service';
import type { AuthenticateGuestResponse } from '@assay/proto/crowd/v1/guests_service';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import type { Principal } from '@assay/proto/identity/v1/principal';
import type { Credential } from './credential.ts';

/** The guest of a crowd job, and the organization of the job. */
export type Guest = AuthenticateGuestResponse;

/** The principal of a credential in one organization, or the reason why there is none. */
export type LookupResult =
  | { readonly kind: 'principal'; readonly principal: Principal }
  | { readonly kind: 'guest'; readonly guest: Guest }
  /** The credential is not valid. */
  | { readonly kind: 'refused' }
  /** The credential is valid, but not in that organization, which may not exist. */
  | { readonly kind: 'unreachable' };

export type Trace = Pick<OutgoingCall, 'traceparent' | 'deadline'>;

interface LookupRequest {
  readonly credential: Credential;
  readonly organizationId: string;
}

/** The time of a lookup without a deadline. */
const lookupMs = 10_000;

/**
 * Looks a credential up at the service that judges it: crowd-webhooks for guests, identity-org for all others. Rejects when that service
 * does not answer.
 */
export async function lookUp(callRpc: CallRpc, request: LookupRequest, trace: Trace): Promise<LookupResult> {
  const actor = { kind: 'service', service: 'gateway' } as const;
  // Requests share the lookup, so a client that disconnects does not abort it. It has the deadline of the first request.
  const { traceparent, deadline = new Date(Date.now() + lookupMs) } = trace;
  const call = { actor, organizationId: '', requestId: newId(), traceparent, deadline };
  try {
    return await authenticate(callRpc, call, request);
  } catch (error) {
    if (error instanceof DomainError && error.status === 'UNAUTHENTICATED') return { kind: 'refused' };
    if (error instanceof DomainError && error.status === 'NOT_FOUND') return { kind: 'unreachable' };
    throw error;
  }
}

async function authenticate(
  callRpc: CallRpc,
  call: OutgoingCall,
  { credential: { kind, secret, sha256 }, organizationId }: LookupRequest,
): Promise<LookupResult> {
  const { authenticateApiKey, authenticateBearerToken, authenticateSession } = AuthenticationServiceService;
  switch (kind) {
    case 'api-key':
      return toResult(await callRpc(authenticateApiKey, call, { keySha256: sha256, organizationId }));
    case 'bearer':
      return toResult(await callRpc(authenticateBearerToken, call, { token: secret, organizationId }));
    case 'session':
      return toResult(await callRpc(authenticateSession, call, { sessionSha256: sha256, organizationId }));
    case 'guest': {
      const { authenticateGuest } = GuestsServiceService;
      return { kind: 'guest', guest: await callRpc(authenticateGuest, call, { tokenSha256: sha256 }) };
    }
  }
}

function toResult({ principal }: { readonly principal?: Principal | undefined }): LookupResult {
  return principal === undefined ? { kind: 'refused' } : { kind: 'principal', principal };
}
