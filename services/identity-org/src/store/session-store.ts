import type { AuditedCall, AuditedChange } from '@assay/chassis/audit';
import { actionAudited } from '@assay/chassis/events/audit';
import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents, newOutbox, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Session } from '../domain/session/session.ts';

interface SessionDocument extends Omit<Session, 'id' | 'endedAt'>, OutboxDocument {
  readonly _id: string;
  readonly endedAt: Date | null;
}

/** Every change publishes ActionAudited. */
export interface SessionStore {
  insert(call: AuditedCall, session: Session): Promise<void>;
  findByHash(secretSha256: string): Promise<Session | undefined>;
  /** False: the session is another user's, or has ended before. */
  end(call: AuditedCall, ending: { userId: string; sessionId: string; at: Date }): Promise<boolean>;
}

const sevenDaysSeconds = 7 * 86_400;

export const sessionCollection = 'sessions';

/** The database deletes sessions a week after they expire, when all their events are long published. */
export const sessionIndexes: readonly IndexSpec[] = [
  { key: { secretSha256: 1 }, unique: true },
  { key: { expiresAt: 1 }, expireAfterSeconds: sevenDaysSeconds },
  ...outboxIndexes,
];

export function createSessionStore(db: Db, relay: Pick<Relay, 'notify'>): SessionStore {
  const sessions = db.collection<SessionDocument>(sessionCollection);
  const write = createOutboxWriter(sessions, relay);
  return {
    async insert(call, { id, endedAt, ...fields }) {
      const change = { ...audited('session.start', id, fields.createdAt), actorId: fields.userId };
      const outbox = newOutbox(actionAudited(call, change));
      await sessions.insertOne({ _id: id, ...fields, endedAt: endedAt ?? null, ...outbox });
      relay.notify(sessionCollection, id);
    },
    async findByHash(secretSha256) {
      const found = await sessions.findOne({ secretSha256 }, { projection: withoutOutbox });
      if (found === null) return undefined;
      const { _id, endedAt, userId, createdAt, expiresAt } = found;
      return { id: _id, userId, secretSha256, createdAt, expiresAt, endedAt: endedAt ?? undefined };
    },
    end(call, { userId, sessionId, at }) {
      const events = appendEvents(actionAudited(call, audited('session.end', sessionId, at)));
      return write({ _id: sessionId, userId, endedAt: null }, { $set: { endedAt: at }, ...events });
    },
  };
}

function audited(action: string, targetId: string, at: Date): AuditedChange {
  return { action, targetType: 'session', targetId, at, organizationId: '' };
}
