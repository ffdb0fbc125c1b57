import { DomainError } from '@assay/chassis/errors';
import type { Claim } from '../task/task.ts';
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

/** FAILED_PRECONDITION for a job of a run, whose terms the run decides. */
export function checkNotOfRun({ status, run }: Pick<Job, 'status' | 'run'>): void {
  if (run === undefined) return;
  throw new DomainError(
    'FAILED_PRECONDITION',
    'JOB_STATE',
    'The job belongs to a run, which decides its terms and accepts its answers. You can only archive it.',
    { details: { state: status, allowed: [] } },
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

/** FAILED_PRECONDITION: the claim is over, and has no answer. */
export function claimEnded(claim?: Pick<Claim, 'state'>): DomainError {
  if (claim?.state === 'withdrawn') return claimWithdrawn();
  return new DomainError(
    'FAILED_PRECONDITION',
    'CLAIM_ENDED',
    'The claim has expired or was returned. Claim another task.',
  );
}

/** FAILED_PRECONDITION: a file of the task is closed to people outside of its organization, or the run closed the job. */
export function claimWithdrawn(): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'CLAIM_WITHDRAWN',
    'The task was withdrawn, because its job has ended or a file is no longer public. Claim another task.',
    { details: { reason: 'withdrawn' } },
  );
}
