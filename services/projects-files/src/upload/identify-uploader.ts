import type { FastifyRequest } from 'fastify';
import { Role, Rule } from '@assay/proto/access/v1/access';
import { authorize } from '@assay/chassis/authorization';
import type { CallContext } from '@assay/chassis/call-context';
import { bearerToken, callMetadata } from '@assay/chassis/grpc/contract/call-metadata';
import { newId } from '@assay/chassis/ids';
import { unauthenticated } from '@assay/chassis/errors';
import type { SpanOptions } from '@assay/chassis/process/tracing/spans';
import type { TokenVerifier } from '@assay/chassis/tokens/internal-token';

/** The rule an rpc would state in its proto file. */
export const uploadRule = Rule.fromPartial({ minRole: Role.USER, idempotent: true });

/** The call an upload is: the same token and the same rules as an rpc's. UNAUTHENTICATED or PERMISSION_DENIED otherwise. */
export async function identifyUploader(
  verifier: TokenVerifier,
  request: FastifyRequest,
  limits: Pick<CallContext, 'deadline' | 'signal'>,
): Promise<CallContext> {
  const token = bearerToken(readHeader(request, callMetadata.authorization));
  if (token === undefined) throw unauthenticated();
  const identity = await verifier.verify(token);
  authorize(uploadRule, identity.actor);
  return {
    ...identity,
    ...limits,
    requestId: requestIdOf(request),
    traceparent: readHeader(request, callMetadata.traceparent),
    idempotencyKey: readHeader(request, callMetadata.idempotencyKey),
  };
}

/** The span of an upload, which continues that of whoever passes it on. */
export function uploadSpan(request: FastifyRequest): SpanOptions {
  const { method, routeOptions } = request;
  const continues = readHeader(request, callMetadata.traceparent) ?? '';
  return { name: `${method} ${routeOptions.url ?? ''}`, kind: 'server', continues };
}

export function requestIdOf(request: FastifyRequest): string {
  return readHeader(request, callMetadata.requestId) ?? request.id;
}

/** For requests that came without one. */
export const newRequestId = newId;

/** Returns a header that is there once; undefined for an empty one. */
export function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
