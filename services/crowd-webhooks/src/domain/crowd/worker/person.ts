import type { CallContext } from '@assay/chassis/call-context';
import { unauthenticated } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import type { Deps } from '../../../deps.ts';
import type { PersonKey, Worker } from './worker.ts';

/** Returns the person or guest who calls: all credentials of a user are one person. Undefined without a credential. */
export function readPerson({ actor }: Pick<CallContext, 'actor'>): PersonKey | undefined {
  if (actor.kind === 'user') return `user:${actor.userId}`;
  return actor.kind === 'guest' ? `guest:${actor.guestId}` : undefined;
}

/** Returns the person or guest who calls. UNAUTHENTICATED without a credential. */
export function requirePerson(call: Pick<CallContext, 'actor'>): PersonKey {
  const person = readPerson(call);
  if (person === undefined) throw unauthenticated();
  return person;
}

/** Finds the worker of a person in an organization, or adds one. */
export async function openWorker(
  { workers, clock }: Pick<Deps, 'workers' | 'clock'>,
  organizationId: string,
  personKey: PersonKey,
): Promise<Worker> {
  const found = await workers.findPerson(organizationId, personKey);
  if (found !== undefined) return found;
  return workers.insert({
    id: newId(),
    organizationId,
    personKey,
    isGuest: personKey.startsWith('guest:'),
    isBlocked: false,
    goldenTotal: 0,
    goldenCorrect: 0,
    completedTasks: 0,
    qualifications: {},
    createdAt: clock.now(),
  });
}
