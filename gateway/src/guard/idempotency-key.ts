import type { FastifyReply, FastifyRequest } from 'fastify';
import { RestError } from '@assay/operations/errors/rest-error';
import { idempotencyKeyPattern } from '@assay/operations/openapi/headers';

const valid = new RegExp(idempotencyKeyPattern, 'u');

/** Passes the Idempotency-Key of a POST on with its calls; the answer then says when it is a repetition. */
export function passIdempotencyKey(request: FastifyRequest, reply: FastifyReply): void {
  const idempotencyKey = request.headers['idempotency-key'];
  if (request.method !== 'POST' || idempotencyKey === undefined) return;
  if (typeof idempotencyKey !== 'string' || !valid.test(idempotencyKey)) {
    throw new RestError('VALIDATION_ERROR', 'Idempotency-Key must be 1 to 255 visible ASCII characters', {
      details: { field: 'Idempotency-Key' },
    });
  }
  const onReplayed = (): void => void reply.header('idempotent-replayed', 'true');
  request.call = { ...request.call, idempotencyKey, onReplayed };
}
