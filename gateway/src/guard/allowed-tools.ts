import type { FastifyRequest } from 'fastify';
import { RestError } from '@assay/operations/errors/rest-error';
import type { ServedOperations } from '@assay/operations/derive/serve-operations';
import { deriveOpenedOperations } from '@assay/operations/tools/opened-operations';
import { toolsets } from '@assay/operations/tools/toolsets';

/** Throws FORBIDDEN when the key of a request allows only some tools, and none of them opens the operation. */
export type RefuseClosedOperation = (request: FastifyRequest) => void;

export function createToolLimit({ operations }: ServedOperations): RefuseClosedOperation {
  const isOpened = deriveOpenedOperations(toolsets, operations);
  return ({ authentication, routeOptions: { config } }) => {
    if (authentication.kind !== 'principal' || config.anonymous === true) return;
    const { allowedTools } = authentication.principal;
    const { operation = '' } = config;
    if (allowedTools === undefined || isOpened(allowedTools.names, operation)) return;
    throw new RestError(
      'FORBIDDEN',
      'The API key allows only some tools, and none of them opens this operation. Use a key whose `allowedTools` is null or has such a tool.',
      { details: { operation } },
    );
  };
}
