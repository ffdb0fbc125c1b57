import type { CheckResult } from '../checks/check.ts';

/** A few words on a stage for people: its strongest statement first, and what could not be checked. */
export function stageSummary(results: readonly CheckResult[]): string {
  const worked = results.filter(({ applicability }) => applicability.applicable);
  const [strongest] = worked.toSorted((a, b) => weight(b) - weight(a));
  const skipped = results.length - worked.length;
  if (strongest === undefined) return 'None of the checks of this stage can work on this file.';
  if (skipped === 0) return strongest.statement;
  return `${strongest.statement} ${skipped} of ${results.length} checks of this stage could not work on this file.`;
}

function weight({ llrManipulated, llrSynthetic, llrAuthentic }: CheckResult): number {
  return Math.max(Math.abs(llrManipulated), Math.abs(llrSynthetic), Math.abs(llrAuthentic));
}
