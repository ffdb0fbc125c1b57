import { createHash } from 'node:crypto';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { callByService } from '@assay/test-kit/test-platform';
import type { Acting } from './acting.ts';
import { callPatiently } from './organization/retry-calls.ts';

/** All guests have one address, so that its limit of open claims is met. */
const clientAddress = '192.0.2.1';

/** Creates the call of a person without a credential. */
export function anonymousCall(): OutgoingCall {
  return { actor: { kind: 'anonymous' }, organizationId: '', requestId: newId(), clientAddress };
}

/** Finds the call of a worker by its number. */
export function findWorkerCall({ organization, known }: Acting, worker: number): OutgoingCall {
  return known.guests.get(worker)?.call ?? organization.workers[worker] ?? organization.requester;
}

/** Exchanges the token of a new guest, as the gateway does at each request. A guest whose job is gone stays unknown. */
export async function meetGuest(
  { clients, organization, known }: Acting,
  { job, worker }: { readonly job: number; readonly worker: number },
  token: string | undefined,
): Promise<void> {
  if (token === undefined) return;
  const tokenSha256 = createHash('sha256').update(token).digest('hex');
  const { result } = await callPatiently(() =>
    clients.guests.authenticateGuest(callByService('gateway'), { tokenSha256 }),
  );
  if (!('value' in result)) return;
  const { guestId, jobId } = result.value;
  const call: OutgoingCall = {
    actor: { kind: 'guest', guestId, jobId },
    organizationId: organization.id,
    requestId: newId(),
    clientAddress,
  };
  known.guests.set(worker, { job, call });
}
