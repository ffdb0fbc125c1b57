import { describe, expect, it } from 'vitest';
import { describeTally, tallyVitest } from './test-tally.ts';

const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 2, numTodoTests: 0, testResults: [] };

describe('tallyVitest', () => {
  it('counts what passed and what was skipped', () => {
    expect(tallyVitest(report, 0)).toEqual({ passed: 7, failed: 0, skipped: 2 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const broken = { ...report, testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(tallyVitest(broken, 1).failed).toBe(1);
  });

  it('never calls a run that ended badly a success', () => {
    expect(tallyVitest(report, 1).failed).toBe(1);
    expect(tallyVitest(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('describeTally', () => {
  it('names skipped tests only when there are some', () => {
    expect(describeTally({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(describeTally({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });
});
