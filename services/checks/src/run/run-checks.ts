import { decodeImage } from '@assay/media/decode/decode-image';
import { UndecodableError } from '@assay/media/limits/undecodable-error';
import { notApplicable } from '../check/check-result.ts';
import type { AnyCheck, Case, Check, CheckResult, PixelImage, Subject } from '../check/check.ts';
import { readSubjectSound } from '../sound/subject-sound.ts';
import { readCompressionHistory } from '../structure/compression-history.ts';

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

/** The fault is the machine's and not the file's, so that no check may answer for it. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

const uncancelled = new AbortController().signal;

/** A subject as the case of a run that was given this file alone. */
export function caseOf(subject: Subject): Case {
  const { mimeType, enrichment, claims } = subject;
  const file = { id: '', name: '', mimeType, enrichment, open: () => Promise.resolve(subject) };
  return { files: [file], claims };
}

/** Runs the checks one after the other; the results are in the order of the checks. */
export async function runChecks(
  checks: readonly AnyCheck[],
  given: Subject | Case,
  signal: AbortSignal = uncancelled,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) results.push(await runCheck(check, given, signal));
  return results;
}

/**
 * Runs one check behind its gate. A check that fails on the file answers `not_applicable`, so that one broken check does
 * not cost the others; only cancellation and an unreadable file reject.
 */
export async function runCheck(
  check: AnyCheck,
  given: Subject | Case,
  signal: AbortSignal,
): Promise<CheckResult> {
  signal.throwIfAborted();
  const wholeCase = 'files' in given ? given : caseOf(given);
  try {
    if (check.examines === 'case') return await check.run(wholeCase, signal);
    return await examineFile(check, wholeCase, signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof UnreadableFileError) throw cause;
    if (cause instanceof UndecodableError) return notApplicable(check, cause.reason);
    const problem = cause instanceof Error ? cause.message : String(cause);
    return notApplicable(check, 'the check failed on this file', { problem: problem.slice(0, 300) });
  }
}

/** A check of one file is for the first file of a case. */
async function examineFile(check: Check, { files }: Case, signal: AbortSignal): Promise<CheckResult> {
  const subject = (await files[0]?.open()) ?? null;
  if (subject === null) return notApplicable(check, 'no file was given');
  if (readsPixels(check, subject) && subject.enrichment['perceptualHash'] === null)
    return notApplicable(check, 'the pixels of the file cannot be decoded');
  const decision = check.gate?.(await readCompressionHistory(subject));
  if (decision?.applicable === false) return notApplicable(check, decision.reason);
  return await check.run(subject, signal);
}

/** Returns true for a check of pixels of an image, or of their coding; audio and documents have no hash of pixels. */
function readsPixels({ criterion }: Check, { mimeType }: Subject): boolean {
  return (
    mimeType.startsWith('image/') &&
    (criterion === 'pixel_consistency' || criterion === 'compression_history')
  );
}
