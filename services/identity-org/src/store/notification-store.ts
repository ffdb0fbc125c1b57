import type { AuditedCall } from '@assay/chassis/audit';
import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { newOutbox, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import type { Notification } from '../domain/notification/notification.ts';
import { notificationMailRequested } from '../events/organization-events.ts';

interface NotificationDocument
  extends Omit<Notification, 'id' | 'userIds' | 'mailedUserIds'>, OutboxDocument {
  readonly _id: string;
  /** Missing: the admins. */
  readonly userIds?: readonly string[];
  readonly mailedUserIds: string[];
}

export interface NotificationStore {
  /** Inserts a notification and requests its mails, unless there is one of the same id. */
  ensure(call: AuditedCall, notification: Notification): Promise<void>;
  find(notificationId: string): Promise<Notification | undefined>;
  markMailed(notificationId: string, userId: string): Promise<void>;
}

const ninetyDaysSeconds = 90 * 86_400;

export const notificationCollection = 'notifications';

/** Notifications are kept for longer than the events that cause them may be delivered again. */
export const notificationIndexes: readonly IndexSpec[] = [
  { key: { createdAt: 1 }, expireAfterSeconds: ninetyDaysSeconds },
  ...outboxIndexes,
];

export function createNotificationStore(db: Db, relay: Pick<Relay, 'notify'>): NotificationStore {
  const notifications = db.collection<NotificationDocument>(notificationCollection);
  return {
    async ensure(call, { id, userIds, mailedUserIds, ...fields }) {
      const outbox = newOutbox(notificationMailRequested(call, { id, ...fields }));
      const recipients = { ...(userIds && { userIds }), mailedUserIds: [...mailedUserIds] };
      await insertNew(notifications, { _id: id, ...fields, ...recipients, ...outbox });
      relay.notify(notificationCollection, id);
    },
    async find(notificationId) {
      const found = await notifications.findOne({ _id: notificationId }, { projection: withoutOutbox });
      if (found === null) return undefined;
      const { _id, organizationId, userIds, subject, text, mailedUserIds, createdAt } = found;
      return { id: _id, organizationId, userIds, subject, text, mailedUserIds, createdAt };
    },
    async markMailed(notificationId, userId) {
      await notifications.updateOne({ _id: notificationId }, { $addToSet: { mailedUserIds: userId } });
    },
  };
}
