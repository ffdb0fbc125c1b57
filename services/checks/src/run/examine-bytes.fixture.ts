import { createSubject, runCheck } from './run-checks.ts';
import type { Check, CheckResult } from '../check/check.ts';

/** The answer of a check on a file that is in memory. */
export function examineBytes(check: Check, bytes: Uint8Array, mimeType: string): Promise<CheckResult> {
  const subject = createSubject({ bytes, mimeType, path: '/nowhere', enrichment: {}, claims: {} });
  return runCheck(check, subject, new AbortController().signal);
}

export const pdfType = 'application/pdf';
