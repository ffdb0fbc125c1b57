import { InterruptedError } from '@assay/chassis/work/worker';
import { consequenceOf } from '@assay/media/isolate/job-failures';
import type { JobFailure } from '@assay/media/isolate/job-types';

/** Returns if a failure is a verdict about its file. Throws InterruptedError, or another error if a retry may help. */
export function requireVerdict(failure: JobFailure): void {
  const { reason, detail } = failure;
  switch (consequenceOf(failure)) {
    case 'verdict':
      return;
    case 'interrupted':
      throw new InterruptedError(reason);
    case 'try again':
      throw new Error(reason, { cause: detail });
  }
}

/** Makes the reason of a failure a sentence for people. */
export function toSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
