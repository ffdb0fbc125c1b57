import { DomainError } from '@assay/chassis/errors';

const refusals = ['INSUFFICIENT_BALANCE', 'SPEND_LIMIT_EXCEEDED', 'HOLD_ENDED'];

/** Whether billing has said that it holds nothing; of any other failure that is not certain. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && refusals.includes(error.reason);
}
