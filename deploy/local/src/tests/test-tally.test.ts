import { describe, expect, it } from 'vitest';
import { addTallies, describeTally, emptyTally, tallyVitest } from './test-tally.ts';

const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 2, numTodoTests: 0, testResults: [] };

const retried = {
  status: 'passed',
  fullName: 'a mail is sent once',
  failureMessages: ['AssertionError: expected 1 to be +0\n    at test'],
};

describe('tallyVitest', () => {
  it('counts what passed and what was skipped', () => {
    expect(tallyVitest(report, 0, '/assay')).toEqual({ ...emptyTally, passed: 7, skipped: 2 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const broken = { ...report, testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(tallyVitest(broken, 1, '/assay').failed).toBe(1);
  });

  it('never calls a run that ended badly a success', () => {
    expect(tallyVitest(report, 1, '/assay').failed).toBe(1);
    expect(tallyVitest(undefined, 1, '/assay')).toEqual({ ...emptyTally, failed: 1 });
  });

  it('names what passed only when it was tried again, and how it failed first', () => {
    const results = [
      retried,
      { ...retried, status: 'failed' },
      { ...retried, fullName: 'another', failureMessages: [] },
    ];
    const file = { name: '/assay/gateway/test/mail.test.ts', status: 'failed', assertionResults: results };
    expect(tallyVitest({ ...report, testResults: [file] }, 0, '/assay').unstable).toEqual([
      'gateway/test/mail.test.ts > a mail is sent once: AssertionError: expected 1 to be +0',
    ]);
  });
});

describe('describeTally', () => {
  it('names skipped tests only when there are some', () => {
    expect(describeTally({ ...emptyTally, passed: 3 })).toBe('3 passed, 0 failed');
    expect(describeTally({ ...emptyTally, passed: 3, failed: 1, skipped: 2 })).toBe(
      '3 passed, 1 failed, 2 skipped',
    );
  });

  it('says which tests are unstable before it counts', () => {
    const checks = { ...emptyTally, passed: 5 };
    const tests = { ...emptyTally, passed: 3, unstable: ['one: Error', 'two: Error'] };
    expect(describeTally(addTallies(checks, tests))).toBe(
      'unstable: one: Error\nunstable: two: Error\n8 passed, 0 failed, 2 unstable',
    );
  });
});
