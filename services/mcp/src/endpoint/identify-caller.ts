import type { IncomingMessage } from 'node:http';
import type { OutgoingCall, UserActor } from '@assay/chassis/call-context';
import { unauthenticated } from '@assay/chassis/errors';
import { bearerToken, callMetadata } from '@assay/chassis/grpc/contract/call-metadata';
import type { TokenVerifier } from '@assay/chassis/tokens/internal-token';

/** The calls of a person whom the gateway authenticated. */
export interface PersonalCall extends OutgoingCall {
  readonly actor: UserActor;
}

/** Reads the person from the internal token of the gateway. Rejects with UNAUTHENTICATED for any other token. */
export async function identifyCaller(
  verifier: TokenVerifier,
  request: IncomingMessage,
  context: Pick<OutgoingCall, 'requestId' | 'deadline' | 'signal'>,
): Promise<PersonalCall> {
  const token = bearerToken(readHeader(request, callMetadata.authorization));
  if (token === undefined) throw unauthenticated();
  const { actor, organizationId, issuer } = await verifier.verify(token);
  if (issuer !== 'gateway' || actor.kind !== 'user') throw unauthenticated();
  return {
    ...context,
    actor,
    organizationId,
    traceparent: readHeader(request, callMetadata.traceparent),
    clientAddress: readHeader(request, callMetadata.clientAddress),
  };
}

/** Returns a header that was sent once; undefined for an empty one. */
export function readHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
