import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { AuditEventsServiceService } from '@assay/proto/audit/v1/audit_events_service';
import type { Deps } from '../deps.ts';
import { toListAuditEventsResponse } from './audit-event-message.ts';

export const auditEventsRpcs: Rpcs<Deps, typeof AuditEventsServiceService> = {
  listAuditEvents: async ({ auditEvents }, { organizationId }, { limit, offset, cursor, ...filter }) =>
    toListAuditEventsResponse(await auditEvents.list(organizationId, filter, { limit, offset, cursor })),
};
