import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogEntry, restCodes } from '../src/errors/error-catalog.ts';
import { toRestCode, codesByReason } from '../src/errors/error-codes.ts';

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

/** The reasons that the comments of the contract's rpcs name. */
function documentedReasons(): string[] {
  const folder = join(import.meta.dirname, '../../../proto/assay');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('_service.proto'),
  );
  const comments = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.trimStart().startsWith('//')),
  );
  const names = comments.flatMap((line) => line.match(/\b[A-Z]+(?:_[A-Z]+)+\b/gu) ?? []);
  return [...new Set(names)].filter((name) => !statuses.includes(name));
}

describe('the catalog of errors', () => {
  it('has a code for every reason that the contract between processes documents', () => {
    const reasons = documentedReasons();
    expect(reasons.length).toBeGreaterThan(10);
    expect(reasons.filter((reason) => codesByReason[reason] === undefined)).toEqual([]);
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
  ] as const)('answers FAILED_PRECONDITION %s with %s', (reason, code, httpStatus) => {
    const answered = toRestCode({ status: 'FAILED_PRECONDITION', reason });
    expect([answered, catalogEntry(answered).status]).toEqual([code, httpStatus]);
  });

  it('calls exactly those worth repeating that the contract does', () => {
    const retryable = restCodes.filter((code) => catalogEntry(code).isRetryable);
    expect(retryable.map((code) => catalogEntry(code).status)).toEqual([429, 500, 503]);
  });

  it('shows in its examples only details it explains', () => {
    for (const code of restCodes) {
      const { details, example } = catalogEntry(code);
      expect(Object.keys(details)).toEqual(expect.arrayContaining(Object.keys(example.details ?? {})));
    }
  });
});
