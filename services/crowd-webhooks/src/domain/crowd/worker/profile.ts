import type { CallContext } from '@assay/chassis/call-context';
import { unauthenticated } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import type { Job } from '../job/job.ts';
import type { WorkerFacts } from './qualifications.ts';
import type { PersonKey } from './worker.ts';
import { emptyProfile } from './worker-profile.ts';
import type { ProfileChanges, WorkerProfile } from './worker-profile.ts';

type ProfileDeps = Pick<Deps, 'guests' | 'workerProfiles'>;
type ProfileCall = Pick<CallContext, 'actor' | 'organizationId'>;

/** Returns the profile of the calling user, which is the same in all organizations, or of the calling guest. */
export async function getProfile(
  { guests, workerProfiles }: ProfileDeps,
  { actor, organizationId }: ProfileCall,
): Promise<WorkerProfile> {
  if (actor.kind === 'user') return (await workerProfiles.find(actor.userId)) ?? emptyProfile;
  if (actor.kind !== 'guest') throw unauthenticated();
  const guest = await guests.find(organizationId, actor.guestId);
  // The gateway may remember a guest that was removed a moment ago.
  if (guest === undefined) throw unauthenticated();
  return guest.profile;
}

/** A person with the device of the call. */
export interface Caller {
  readonly person: PersonKey;
  readonly deviceType: string | undefined;
}

/** Returns the facts of a caller that a job requires. Only a job with such a condition reads the profile. */
export async function readFacts(
  deps: ProfileDeps,
  job: Pick<Job, 'organizationId' | 'requiredQualifications'>,
  { person, deviceType }: Caller,
): Promise<WorkerFacts> {
  if (!job.requiredQualifications.some(({ key }) => key === 'language' || key === 'country'))
    return { deviceType };
  return { ...(await findProfile(deps, job, person)), deviceType };
}

async function findProfile(
  { guests, workerProfiles }: ProfileDeps,
  { organizationId }: Pick<Job, 'organizationId'>,
  person: PersonKey,
): Promise<WorkerProfile> {
  const id = person.slice(person.indexOf(':') + 1);
  if (person.startsWith('user:')) return (await workerProfiles.find(id)) ?? emptyProfile;
  return (await guests.find(organizationId, id))?.profile ?? emptyProfile;
}

/** Returns the language in which the caller reads a job. Only jobs of runs have texts in several languages. */
export async function findLanguage(
  deps: ProfileDeps,
  call: ProfileCall,
  { language, run }: Pick<Job, 'language' | 'run'>,
): Promise<string> {
  if (run === undefined || call.actor.kind === 'anonymous') return language;
  return (await getProfile(deps, call)).language ?? language;
}

/** Changes the fields of the caller's profile that `changes` names, and returns the profile. */
export async function updateProfile(
  deps: ProfileDeps,
  call: ProfileCall,
  changes: ProfileChanges,
): Promise<WorkerProfile> {
  const { actor, organizationId } = call;
  if (Object.keys(changes).length === 0) return getProfile(deps, call);
  if (actor.kind === 'user') return deps.workerProfiles.update(actor.userId, changes);
  if (actor.kind !== 'guest') throw unauthenticated();
  const profile = await deps.guests.updateProfile(organizationId, actor.guestId, changes);
  if (profile === undefined) throw unauthenticated();
  return profile;
}
