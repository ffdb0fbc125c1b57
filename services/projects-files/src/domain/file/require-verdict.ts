import { InterruptedError } from '@assay/chassis/work/worker';
import { consequenceOf } from '@assay/media/isolate/job-failures';
import type { JobFailure } from '@assay/media/isolate/job-types';

/** Returns if a failure is a verdict about its file, or if no other attempt follows. Rejects the attempt otherwise. */
export function requireVerdict(failure: JobFailure, { isLastTry } = { isLastTry: false }): void {
  const { reason, detail } = failure;
  switch (consequenceOf(failure)) {
    case 'verdict':
      return;
    case 'interrupted':
      throw new InterruptedError(reason);
    case 'try again':
      if (isLastTry) return;
      throw new Error(reason, { cause: detail });
  }
}
