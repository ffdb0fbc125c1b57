import type { CallContext } from '@assay/chassis/call-context';
import { notFound, unauthenticated } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import type { Job } from './job.ts';

/** Finds a job of the caller's organization. NOT_FOUND for an unknown one, or one of another organization. */
export async function findOwnJob(
  { jobs }: Pick<Deps, 'jobs'>,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  jobId: string,
): Promise<Job> {
  const job = await jobs.findOwn(organizationId, jobId);
  if (job === undefined) throw notFound('crowd job');
  return job;
}

/**
 * Finds a job that the caller may work on: members of its organization in any role, with `everyone` each person who is signed in, and guests
 * where they are allowed. NOT_FOUND for others; UNAUTHENTICATED without a credential if no guests are allowed.
 */
export async function findJobToWorkOn(
  { jobs }: Pick<Deps, 'jobs'>,
  call: CallContext,
  jobId: string,
): Promise<Job> {
  const job = await jobs.find(jobId);
  if (job !== undefined && mayWorkOn(job, call)) return job;
  if (call.actor.kind === 'anonymous') throw unauthenticated();
  throw notFound('crowd job');
}

/** Returns true if the caller may work on a job now. */
export function mayWorkOn(
  { id, organizationId, audience, guestsAllowed }: Job,
  { actor, organizationId: callerOrganization }: CallContext,
): boolean {
  switch (actor.kind) {
    case 'user':
      return callerOrganization === organizationId || audience === 'everyone' || guestsAllowed;
    case 'guest':
      return actor.jobId === id;
    case 'anonymous':
      return guestsAllowed;
    case 'service':
      return false;
  }
}

/** Returns true if the worker gets only public files: a guest, or a member of another organization. */
export function isOutsider({ organizationId }: Pick<Job, 'organizationId'>, call: CallContext): boolean {
  return call.actor.kind !== 'user' || call.organizationId !== organizationId;
}
