import { AuditEventsServiceService } from '@assay/proto/audit/v1/audit_events_service';
import { page } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { organizations } from './organizations.ts';

export const auditEvents: Resource = {
  tag: organizations.tag,
  operations: {
    listAuditEvents: operation(
      'GET /v2/organizations/:orgId/audit-events',
      AuditEventsServiceService.listAuditEvents,
      {
        summary: 'List what was changed, and by whom',
        description: 'Newest first; every filter that is set must hold.',
        answer: page('events', 'A page of events.'),
      },
    ),
  },
};
