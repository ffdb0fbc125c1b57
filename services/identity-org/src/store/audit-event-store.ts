import type { Db } from 'mongodb';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { AuditFilter, AuditEvent } from '../domain/audit/audit-event.ts';

interface AuditEventDocument extends Omit<AuditEvent, 'id'> {
  readonly _id: string;
  /** Every value a filter can ask for, so that one index serves every combination of filters. */
  readonly tags: readonly string[];
}

export interface AuditEventStore {
  /** Inserts an event unless it is there; events never change. */
  insert(event: AuditEvent): Promise<void>;
  /** Newest first. */
  list(organizationId: string, filter: AuditFilter, page: Page): Promise<PageOf<AuditEvent>>;
}

export const auditEventCollection = 'audit_events';

export const auditEventIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, createdAt: -1, _id: -1 } },
  { key: { organizationId: 1, tags: 1, createdAt: -1, _id: -1 } },
];

export function createAuditEventStore(db: Db): AuditEventStore {
  const events = db.collection<AuditEventDocument>(auditEventCollection);
  return {
    async insert({ id, ...fields }) {
      const document = { ...fields, tags: tagsOf(fields) };
      await events.updateOne({ _id: id }, { $setOnInsert: document }, { upsert: true });
    },
    async list(organizationId, { since, until, ...wanted }, page) {
      const tags = tagsOf(wanted);
      const createdAt = { ...(since && { $gte: since }), ...(until && { $lt: until }) };
      const filter = {
        organizationId,
        ...(tags.length > 0 && { tags: { $all: tags } }),
        ...(Object.keys(createdAt).length > 0 && { createdAt }),
      };
      const { items, ...facts } = await findPage(events, { filter, order: newestFirst }, page);
      return { items: items.map(toAuditEvent), ...facts };
    },
  };
}

type Tagged = Partial<Pick<AuditFilter, 'actorId' | 'action' | 'targetType' | 'targetId'>>;

/** The tags begin with the rarest, where the database begins to search. */
function tagsOf({ targetId = '', actorId = '', action = '', targetType = '' }: Tagged): string[] {
  const named = { target: targetId, actor: actorId, action, type: targetType };
  return Object.entries(named).flatMap(([name, value]) => (value === '' ? [] : [`${name}:${value}`]));
}

function toAuditEvent({ _id, tags: _, ...fields }: AuditEventDocument): AuditEvent {
  return { id: _id, ...fields };
}
