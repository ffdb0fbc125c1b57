import type { FastifyRequest } from 'fastify';
import type { ServedOperation } from '@assay/operations/derive/serve-operations';

/** Browsers and payment providers add parameters of their own to these addresses. */
const openQueries = ['startLogin', 'receivePaymentEvent'];
const noParameters = { type: 'object', additionalProperties: false, properties: {} } as const;

/** Builds the route options of an operation: method, path, schemas and access. Unknown query parameters are refused. */
export function buildRoute({ id, method, path, input, access, judgedFirst }: ServedOperation) {
  const { params, query, body, isBodyOptional, maxBodyBytes, organizationParam } = input;
  const querystring = query ?? (openQueries.includes(id) ? undefined : noParameters);
  return {
    method,
    url: path,
    ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
    ...(isBodyOptional === true && { preValidation: addEmptyBody }),
    // The handler judges the path first.
    ...(judgedFirst !== undefined && { attachValidation: true }),
    schema: {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(body && { body }),
    },
    config: {
      operation: id,
      anonymous: access.role === 'none',
      guests: access.isForGuests,
      credentialOptional: access.isCredentialOptional,
      rules: access.rules,
      ...(organizationParam !== undefined && { organizationParam }),
    },
  };
}

/** Gives a request without a body the empty object, whose members are all left out. */
function addEmptyBody(request: FastifyRequest, _reply: unknown, done: () => void): void {
  if (request.body === undefined) request.body = {};
  done();
}
