import type { EventConnection } from '@assay/chassis/events/connection';
import { moveUnread } from '@assay/chassis/events/maintenance/move-unread';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';

/** The consumers of this service when each service had an audit event of its own. */
const formerConsumers = [
  {
    stream: 'ORGANIZATIONS',
    durable: 'identity-org__on-organization-audited',
    subject: 'assay.organizations.v1.OrganizationAudited',
  },
  {
    stream: 'IDENTITY',
    durable: 'identity-org__on-identity-audited',
    subject: 'assay.identity.v1.IdentityAudited',
  },
  {
    stream: 'BILLING',
    durable: 'identity-org__on-billing-audited',
    subject: 'assay.billing.v1.BillingAudited',
  },
] as const;

/** Moves audit events of earlier versions that nobody has consumed yet to the stream of the audit. */
export async function migrateAuditEvents(connection: EventConnection): Promise<void> {
  for (const former of formerConsumers) await moveUnread(connection, former, ActionAudited);
}
