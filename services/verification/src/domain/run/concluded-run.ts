import { DomainError } from '@assay/chassis/errors';
import type { Conclusion } from '../fusion/conclusion.ts';
import { conclusionOf } from '../stage/records/findings.ts';
import type { Run } from './run.ts';

/** A run that has its conclusion. */
export interface ConcludedRun {
  readonly run: Run;
  readonly concluded: Conclusion;
  readonly completedAt: Date;
}

/** The run with its conclusion. FAILED_PRECONDITION with reason RUN_NOT_COMPLETED before it has one. */
export function concludedRun(run: Run, message: string): ConcludedRun {
  const concluded = conclusionOf(run);
  if (run.completedAt === null || concluded === undefined) {
    throw new DomainError('FAILED_PRECONDITION', 'RUN_NOT_COMPLETED', message, {
      details: { state: run.status, allowed: ['completed'] },
    });
  }
  return { run, concluded, completedAt: run.completedAt };
}
