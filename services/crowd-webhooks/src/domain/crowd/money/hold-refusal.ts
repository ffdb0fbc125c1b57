import { DomainError } from '@assay/chassis/errors';

const refusals = ['INSUFFICIENT_BALANCE', 'SPEND_LIMIT_EXCEEDED', 'HOLD_ENDED'];

/** Returns true if billing certainly holds nothing. After any other failure it may hold the money. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && refusals.includes(error.reason);
}
