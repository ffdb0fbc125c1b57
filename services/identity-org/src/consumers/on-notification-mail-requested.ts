import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { NotificationMailRequested } from '@assay/proto/organizations/v1/organization_events';
import type { Deps } from '../deps.ts';
import { mailNotification } from '../domain/notification/mail-notification.ts';
import { deliverMail, mailRetries } from './mail-delivery.ts';

export const onNotificationMailRequested = consumes<Deps, NotificationMailRequested>({
  ...mailRetries,
  message: NotificationMailRequested,
  async handle(deps, { value: { notificationId } }) {
    if (notificationId === '') throw new PoisonError('the event names no notification');
    await deliverMail(() => mailNotification(deps, notificationId));
  },
});
