import { createServiceCall } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import type { Job } from './job.ts';

export type AbandonDeps = Pick<Deps, 'jobs' | 'tasks' | 'jobValues' | 'webhooks' | 'billing' | 'clock'>;

/**
 * Ends a creation whose last attempt began before this time: the job can be accepted no more, then its hold is released, then it is removed. A
 * repetition goes on where this stopped. False if a later attempt goes on with the creation.
 */
export async function abandonCreation(
  deps: AbandonDeps,
  { id: jobId, organizationId }: Pick<Job, 'id' | 'organizationId'>,
  before: Date,
): Promise<boolean> {
  if (!(await deps.jobs.abandon(jobId, before))) return false;
  await deps.billing.releaseHold(createServiceCall('crowd-webhooks', organizationId), { id: jobId });
  await deps.webhooks.removeOwner(organizationId, { kind: 'job', id: jobId }, deps.clock.now());
  await deps.tasks.removeJob(jobId);
  await deps.jobValues.removeJob(jobId);
  await deps.jobs.removeUnpaid(jobId);
  return true;
}

const finalStatuses = new Set(['INVALID_ARGUMENT', 'NOT_FOUND', 'FAILED_PRECONDITION', 'PERMISSION_DENIED']);

/** Returns true for a failure that a repetition of the call would meet again. */
export function isFinal(error: unknown): boolean {
  return error instanceof DomainError && finalStatuses.has(error.status);
}
