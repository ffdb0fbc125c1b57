import type { CallContext } from '@assay/chassis/call-context';
import { optionalText } from '@assay/chassis/grpc/optional-text';
import { readPage } from '@assay/chassis/pagination';
import type { AuditEvent as AuditEventMessage } from '@assay/proto/audit/v1/audit_event';
import type {
  ListAuditEventsRequest,
  ListAuditEventsResponse,
} from '@assay/proto/audit/v1/audit_events_service';
import type { Deps } from '../deps.ts';
import type { AuditEvent } from '../domain/audit/audit-event.ts';

export async function listAuditEvents(
  { auditEvents }: Pick<Deps, 'auditEvents'>,
  { organizationId }: CallContext,
  { limit, offset, ...filter }: ListAuditEventsRequest,
): Promise<ListAuditEventsResponse> {
  const { items, total } = await auditEvents.list(organizationId, filter, readPage({ limit, offset }));
  return { events: items.map(toAuditEventMessage), total };
}

function toAuditEventMessage({ actorId, ip, ...fields }: AuditEvent): AuditEventMessage {
  return { ...fields, actorId: optionalText(actorId), ip: optionalText(ip) };
}
