import type { FastifyReply, FastifyRequest } from 'fastify';
import { RestError } from '@assay/operations/errors/rest-error';
import { idempotencyKeyPattern } from '@assay/operations/openapi/headers';

const valid = new RegExp(idempotencyKeyPattern, 'u');

/** Adds the Idempotency-Key of a POST to its calls. The response names a replay in `Idempotent-Replayed`. */
export function passIdempotencyKey(request: FastifyRequest, reply: FastifyReply): void {
  const idempotencyKey = request.headers['idempotency-key'];
  if (request.method !== 'POST' || idempotencyKey === undefined) return;
  if (typeof idempotencyKey !== 'string' || !valid.test(idempotencyKey)) {
    throw new RestError('VALIDATION_ERROR', 'Idempotency-Key must have 1 to 255 visible ASCII characters', {
      details: { field: 'Idempotency-Key' },
    });
  }
  const onReplayed = (): void => void reply.header('idempotent-replayed', 'true');
  request.call = { ...request.call, idempotencyKey, onReplayed };
}
