import type { CallContext, UserActor } from '@assay/chassis/call-context';
import { unauthenticated } from '@assay/chassis/errors';

/** The user who calls; UNAUTHENTICATED when a process calls in its own name. */
export function userActorOf({ actor }: Pick<CallContext, 'actor'>): UserActor {
  if (actor.kind !== 'user') throw unauthenticated();
  return actor;
}
