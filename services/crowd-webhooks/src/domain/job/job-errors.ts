import { DomainError } from '@assay/chassis/errors';
import type { Job, JobStatus } from './job.ts';

/** FAILED_PRECONDITION: the state of the job does not allow the change. */
export function wrongJobState({ status }: Pick<Job, 'status'>, allowed: readonly JobStatus[]): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'JOB_STATE',
    `The job is ${status.replace('_', ' ')}, which does not allow this.`,
    { details: { state: status, allowed } },
  );
}

/** FAILED_PRECONDITION: the worker can claim nothing now. */
export function nothingToClaim({ status }: Pick<Job, 'status'>): DomainError {
  const isRunning = status === 'assignable' || status === 'no_tasks';
  const message = isRunning
    ? 'No task of the job is free for you now. Try again later.'
    : `The job is ${status}, so its tasks cannot be claimed.`;
  const details = { state: status, allowed: ['assignable'], status: isRunning ? 'no_tasks' : status };
  return new DomainError('FAILED_PRECONDITION', 'NO_TASKS', message, { details });
}

/** NOT_FOUND for a claim that never was, or that another worker has. */
export function claimEnded(): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'CLAIM_ENDED',
    'The claim has expired or was returned. Claim another task.',
  );
}
