import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import type { AuditedCall, AuditedChange } from '../audit.ts';
import { optionalText } from '../grpc/contract/optional-text.ts';
import { newId } from '../ids.ts';
import { newEvent } from './event.ts';
import type { OutboxEntry } from './event.ts';
import { declareStream } from './streams.ts';

export type { AuditedCall, AuditedChange } from '../audit.ts';
import { days } from '../units.ts';

const thirtyDaysMs = days(30);

/** The audit stream of all services. Every service that publishes to it lists it among its streams. */
export const auditStream = declareStream({
  messages: [ActionAudited],
  retention: 'limits',
  maxAgeMs: thirtyDaysMs,
});

/** Builds the audit event of a change. Append it to the outbox in the write that makes the change. */
export function actionAudited(call: AuditedCall, change: AuditedChange): OutboxEntry {
  const { actor } = call;
  const event = {
    id: newId(),
    organizationId: change.organizationId ?? call.organizationId,
    actorId: optionalText(change.actorId ?? (actor.kind === 'user' ? actor.userId : '')),
    action: change.action,
    targetType: change.targetType,
    targetId: change.targetId,
    ip: call.clientAddress,
    createdAt: change.at,
    reason: change.reason,
  };
  const context = { organizationId: event.organizationId, occurredAt: change.at, call };
  return newEvent(ActionAudited, { event }, context);
}
