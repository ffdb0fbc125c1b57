import type { Deps } from '../../deps.ts';
import { findRecipients } from './find-recipients.ts';
import { RefusedMailError } from './refused-mail-error.ts';

type MailNotificationDeps = Pick<Deps, 'mailer' | 'notifications' | 'organizations' | 'users'>;

/**
 * Mails a notification to every recipient it was not mailed to before. RefusedMailError when one of these mails was
 * refused.
 */
export async function mailNotification(deps: MailNotificationDeps, notificationId: string): Promise<void> {
  const { notifications, organizations } = deps;
  const notification = await notifications.find(notificationId);
  const organization = notification && (await organizations.find(notification.organizationId));
  if (notification === undefined || organization === undefined) return;
  let refused: RefusedMailError | undefined;
  for (const { id: userId, email, isAdmin } of await findRecipients(deps, notification)) {
    if (notification.mailedUserIds.includes(userId)) continue;
    try {
      const organizationName = organization.name;
      await deps.mailer.sendNotification({ notification, organizationName, userId, email, isAdmin });
      await notifications.markMailed(notificationId, userId);
    } catch (error) {
      // The other recipients get their mail even when one mailbox is full.
      if (!(error instanceof RefusedMailError)) throw error;
      refused = error;
    }
  }
  if (refused !== undefined) throw refused;
}
