import type { OutgoingCall } from '@assay/chassis/call-context';

/** A call that the gateway makes in its own name, on behalf of a request. */
export function ownCall(call: OutgoingCall): OutgoingCall {
  return { ...call, actor: { kind: 'service', service: 'gateway' }, organizationId: '' };
}
