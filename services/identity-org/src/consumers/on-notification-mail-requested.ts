import type { ReceivedEvent } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import type { NotificationMailRequested } from '@assay/proto/organizations/v1/organization_events';
import type { Deps } from '../deps.ts';
import { mailNotification } from '../domain/notification/mail-notification.ts';
import { giveUpRefused } from './give-up-refused.ts';

export async function onNotificationMailRequested(
  deps: Pick<Deps, 'mailer' | 'memberships' | 'notifications' | 'organizations' | 'users'>,
  { value: { notificationId } }: ReceivedEvent<NotificationMailRequested>,
): Promise<void> {
  if (notificationId === '') throw new PoisonError('it names no notification');
  await giveUpRefused(() => mailNotification(deps, notificationId));
}
