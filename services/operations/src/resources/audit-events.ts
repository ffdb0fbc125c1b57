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
        summary: 'List the audit log',
        description:
          'Lists changes in the organization and the users who made them, newest first. All filters that are set must match.',
        answer: page('events', 'A page of audit events.'),
      },
    ),
  },
};
