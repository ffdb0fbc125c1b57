import { optionalText } from '@assay/chassis/grpc/contract/optional-text';
import type { PageOf } from '@assay/chassis/pagination';
import type { AuditEvent as AuditEventMessage } from '@assay/proto/audit/v1/audit_event';
import type { ListAuditEventsResponse } from '@assay/proto/audit/v1/audit_events_service';
import type { AuditEvent } from '../domain/audit/audit-event.ts';

export function toListAuditEventsResponse({ items, ...facts }: PageOf<AuditEvent>): ListAuditEventsResponse {
  return { events: items.map(toAuditEventMessage), ...facts };
}

function toAuditEventMessage({ actorId, ip, ...fields }: AuditEvent): AuditEventMessage {
  return { ...fields, actorId: optionalText(actorId), ip: optionalText(ip) };
}
