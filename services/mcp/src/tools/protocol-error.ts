import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { errorCatalog } from '@assay/operations/errors/error-catalog';
import { errorBody, toRestError } from '@assay/operations/errors/show-error';

/** Converts an error of a service to one of the protocol, for methods whose result cannot contain an error. */
export function toProtocolError(error: unknown, requestId: string): ProtocolError {
  const shown = toRestError(error);
  const isInternal = errorCatalog[shown.code].status >= 500;
  const code = isInternal ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, shown.message, errorBody(shown, requestId));
}
