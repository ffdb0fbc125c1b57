import type { Db } from 'mongodb';
import type { EventContext } from '@assay/chassis/events/event';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { outboxIndexes } from '@assay/chassis/mongo/outbox';
import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Organization } from '../domain/organization.ts';
import { organizationCreated } from '../events/organization-created.ts';

interface OrganizationDocument extends Omit<Organization, 'id'>, OutboxDocument {
  readonly _id: string;
}

export interface OrganizationStore {
  /** Inserts and publishes OrganizationCreated; false when the id or the slug is taken. */
  insert(organization: Organization, call?: EventContext['call']): Promise<boolean>;
  find(organizationId: string): Promise<Organization | undefined>;
}

export const organizationIndexes: readonly IndexSpec[] = [
  { key: { slug: 1 }, unique: true },
  ...outboxIndexes,
];

export function createOrganizationStore(db: Db, relay: Pick<Relay, 'notify'>): OrganizationStore {
  const organizations = db.collection<OrganizationDocument>('organizations');
  return {
    async insert(organization, call) {
      const { id, ...fields } = organization;
      try {
        await organizations.insertOne({
          _id: id,
          ...fields,
          outbox: [organizationCreated(organization, call)],
        });
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
      relay.notify('organizations', id);
      return true;
    },
    async find(organizationId) {
      const found = await organizations.findOne({ _id: organizationId }, { projection: { outbox: 0 } });
      return found === null ? undefined : toOrganization(found);
    },
  };
}

function toOrganization({ _id, name, slug, modules, plan, ...rest }: OrganizationDocument): Organization {
  const { createdById, createdAt, updatedAt } = rest;
  return { id: _id, name, slug, modules, plan, createdById, createdAt, updatedAt };
}
