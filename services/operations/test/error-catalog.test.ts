import { describe, expect, it } from 'vitest';
import { catalogEntry, restCodes } from '../src/errors/error-catalog.ts';
import { isReason, toRestCode } from '../src/errors/error-codes.ts';
import { readContractComments } from './contract-comments.ts';

const statuses = [
  'INVALID_ARGUMENT',
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'FAILED_PRECONDITION',
  'RESOURCE_EXHAUSTED',
  'DEADLINE_EXCEEDED',
];

/** Returns the reasons that the comments of rpcs name. */
function documentedReasons(): string[] {
  const comments = readContractComments('_service.proto');
  const names = comments.flatMap((line) => line.match(/\b[A-Z]+(?:_[A-Z]+)+\b/gu) ?? []);
  return [...new Set(names)].filter((name) => !statuses.includes(name));
}

describe('the catalog of errors', () => {
  it('has a code for every reason that the contract documents', () => {
    const reasons = documentedReasons();
    expect(reasons.length).toBeGreaterThan(10);
    expect(reasons.filter((reason) => !isReason(reason))).toEqual([]);
  });

  it.each([
    ['SPEND_LIMIT_EXCEEDED', 'PAYMENT_REQUIRED', 402],
    ['LAST_ADMIN', 'CONFLICT', 409],
    ['INVITATION_ANSWERED', 'CONFLICT', 409],
    ['REFUND_EXCEEDS_CHARGE', 'CONFLICT', 409],
    ['API_KEY_EXPIRED', 'INVALID_STATE', 409],
    ['LOGIN_NOT_CONFIGURED', 'INVALID_STATE', 409],
    ['PAYMENTS_NOT_CONFIGURED', 'INVALID_STATE', 409],
    ['INVITATION_EXPIRED', 'GONE', 410],
    ['INVITATION_GONE', 'GONE', 410],
    ['SOMETHING_NEW', 'INVALID_STATE', 409],
  ] as const)('maps FAILED_PRECONDITION %s to %s', (reason, code, httpStatus) => {
    const answered = toRestCode({ status: 'FAILED_PRECONDITION', reason });
    expect([answered, catalogEntry(answered).status]).toEqual([code, httpStatus]);
  });

  it('marks exactly those codes as retryable that the specification does', () => {
    const retryable = restCodes.filter((code) => catalogEntry(code).isRetryable);
    expect(retryable.map((code) => catalogEntry(code).status)).toEqual([429, 500, 503]);
  });

  it('explains all details of its examples', () => {
    for (const code of restCodes) {
      const { details, example } = catalogEntry(code);
      expect(Object.keys(details)).toEqual(expect.arrayContaining(Object.keys(example.details ?? {})));
    }
  });
});
