import type { OutgoingCall } from './call-context.ts';
import { newId } from './ids.ts';

/** Builds a call that a service makes in its own name. `requestId` continues the request that caused it. */
export function createServiceCall(
  service: string,
  organizationId: string,
  requestId: string = newId(),
): OutgoingCall {
  return { actor: { kind: 'service', service }, organizationId, requestId };
}
