import { asList, asNumber, asObject } from '../json-view.ts';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** The last line of a test run. */
export function describeTally({ passed, failed, skipped }: Tally): string {
  const counts = [`${String(passed)} passed`, `${String(failed)} failed`];
  return [...counts, ...(skipped > 0 ? [`${String(skipped)} skipped`] : [])].join(', ');
}

/**
 * Counts what vitest's JSON reporter wrote. A file that could not even be loaded is one failure, and so is a run that
 * ended badly without any failed test.
 * @param report the parsed report, or undefined when none was written
 */
export function tallyVitest(report: unknown, exitCode: number): Tally {
  const view = asObject(report);
  const brokenFiles = asList(view['testResults'])
    .map(asObject)
    .filter((file) => file['status'] === 'failed' && asList(file['assertionResults']).length === 0);
  const failed = count(view['numFailedTests']) + brokenFiles.length;
  return {
    passed: count(view['numPassedTests']),
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: count(view['numPendingTests']) + count(view['numTodoTests']),
  };
}

function count(value: unknown): number {
  return asNumber(value) ?? 0;
}
