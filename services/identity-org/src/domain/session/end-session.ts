import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';

/** Ends the session the call was made with; another credential, or a session that has ended, ends nothing. */
export async function endSession(
  { clock, invalidateCredentials, sessions }: Pick<Deps, 'clock' | 'invalidateCredentials' | 'sessions'>,
  call: CallContext,
): Promise<void> {
  const { credentialId, userId } = userActorOf(call);
  const hasEnded = await sessions.end(call, { userId, sessionId: credentialId, at: clock.now() });
  if (hasEnded) await invalidateCredentials({ credentialIds: [credentialId] });
}
