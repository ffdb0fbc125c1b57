import type { CallContext } from '@assay/chassis/call-context';
import { readPage } from '@assay/chassis/pagination';
import type {
  ListAuditEventsRequest,
  ListAuditEventsResponse,
} from '@assay/proto/audit/v1/audit_events_service';
import type { Deps } from '../deps.ts';

export async function listAuditEvents(
  { auditEvents }: Pick<Deps, 'auditEvents'>,
  { organizationId }: CallContext,
  { limit, offset, ...filter }: ListAuditEventsRequest,
): Promise<ListAuditEventsResponse> {
  const { items, total } = await auditEvents.list(organizationId, filter, readPage({ limit, offset }));
  return { events: [...items], total };
}
