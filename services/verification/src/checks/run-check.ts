import { notApplicable } from './check-result.ts';
import type { Check, CheckResult, Subject } from './check.ts';
import { readCompressionHistory } from './compression-history.ts';

/**
 * Runs one check behind its gate. A check that fails on the file answers `not_applicable`, so that one broken check does
 * not cost the others; only cancellation rejects.
 */
export async function runCheck(check: Check, subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  signal.throwIfAborted();
  try {
    const decision = check.gate?.(await readCompressionHistory(subject));
    if (decision?.applicable === false) return notApplicable(check, decision.reason);
    return await check.run(subject, signal);
  } catch (cause) {
    signal.throwIfAborted();
    const problem = cause instanceof Error ? cause.message : String(cause);
    return notApplicable(check, 'the check failed on this file', { problem: problem.slice(0, 300) });
  }
}
