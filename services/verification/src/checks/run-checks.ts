import { decodeImage } from '@assay/media/decode/decode-image';
import { notApplicable } from './check-result.ts';
import type { Check, CheckResult, PixelImage, Subject } from './check.ts';
import { readSubjectSound } from './sound/subject-sound.ts';
import { readCompressionHistory } from './structure/compression-history.ts';

/** A subject whose pixels and sound are decoded from its path on first use and then remembered. */
export function createSubject(file: Omit<Subject, 'pixels' | 'sound'>): Subject {
  let decoded: Promise<PixelImage> | undefined;
  let heard: ReturnType<Subject['sound']> | undefined;
  return {
    ...file,
    pixels: () => (decoded ??= decodeImage(file.path)),
    sound: () => (heard ??= readSubjectSound(file)),
  };
}

const uncancelled = new AbortController().signal;

/** Runs the checks one after the other; the results are in the order of the checks. */
export async function runChecks(
  checks: readonly Check[],
  subject: Subject,
  signal: AbortSignal = uncancelled,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) results.push(await runCheck(check, subject, signal));
  return results;
}

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
