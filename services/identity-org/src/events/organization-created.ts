import { newEvent } from '@assay/chassis/events/event';
import type { EventContext, OutboxEntry } from '@assay/chassis/events/event';
import { OrganizationCreated } from '@assay/proto/organizations/v1/organization_events';
import type { Organization } from '../domain/organization.ts';

export function organizationCreated(
  { id, name, createdAt }: Organization,
  call: EventContext['call'],
): OutboxEntry {
  const context = { organizationId: id, occurredAt: createdAt, call };
  return newEvent(OrganizationCreated, { organizationId: id, name }, context);
}
