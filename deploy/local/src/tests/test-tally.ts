import { relative } from 'node:path';
import { asList, asNumber, asObject, asText } from '../json-view.ts';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that failed first and passed when they were tried again: file, name, and how they failed. */
  readonly unstable: readonly string[];
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0, unstable: [] };

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    unstable: [...one.unstable, ...other.unstable],
  };
}

/** The end of a test run: a line for each unstable test, then one of counts. */
export function describeTally({ passed, failed, skipped, unstable }: Tally): string {
  const counts = [`${String(passed)} passed`, `${String(failed)} failed`];
  if (skipped > 0) counts.push(`${String(skipped)} skipped`);
  if (unstable.length > 0) counts.push(`${String(unstable.length)} unstable`);
  return [...unstable.map((test) => `unstable: ${test}`), counts.join(', ')].join('\n');
}

/**
 * Counts what vitest's JSON reporter wrote. A file that could not even be loaded is one failure, and so is a run that
 * ended badly without any failed test.
 * @param report the parsed report, or undefined when none was written
 * @param root the folder that the names of files are shown from
 */
export function tallyVitest(report: unknown, exitCode: number, root: string): Tally {
  const view = asObject(report);
  const files = asList(view['testResults']).map(asObject);
  const brokenFiles = files.filter(
    (file) => file['status'] === 'failed' && asList(file['assertionResults']).length === 0,
  );
  const failed = count(view['numFailedTests']) + brokenFiles.length;
  return {
    passed: count(view['numPassedTests']),
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: count(view['numPendingTests']) + count(view['numTodoTests']),
    unstable: files.flatMap((file) => unstableTests(file, root)),
  };
}

/** A test that passed keeps the errors of the tries before. */
function unstableTests(file: ReturnType<typeof asObject>, root: string): string[] {
  const name = relative(root, asText(file['name']) ?? '');
  return asList(file['assertionResults'])
    .map(asObject)
    .filter((test) => test['status'] === 'passed' && asList(test['failureMessages']).length > 0)
    .map((test) => {
      const [message = ''] = asList(test['failureMessages']).map((text) => asText(text) ?? '');
      return `${name} > ${asText(test['fullName']) ?? ''}: ${message.split('\n', 1).join('')}`;
    });
}

function count(value: unknown): number {
  return asNumber(value) ?? 0;
}
