import { includesRole } from '@assay/chassis/authorization';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { notificationMail } from '../../mail/notification-mail.ts';
import { RefusedMailError } from '../../mail/mail.ts';
import type { User } from '../user/user.ts';

type MailNotificationDeps = Pick<Deps, 'mailer' | 'notifications' | 'organizations' | 'users'>;

/**
 * Mails a notification to every admin it was not mailed to before. RefusedMailError when one of these mails was
 * refused.
 */
export async function mailNotification(deps: MailNotificationDeps, notificationId: string): Promise<void> {
  const { notifications, organizations } = deps;
  const notification = await notifications.find(notificationId);
  const organization = notification && (await organizations.find(notification.organizationId));
  if (notification === undefined || organization === undefined) return;
  let refused: RefusedMailError | undefined;
  for (const { id: userId, email } of await adminsOf(deps, organization.id)) {
    if (notification.mailedUserIds.includes(userId) || email === '') continue;
    try {
      const organizationName = organization.name;
      await deps.mailer.send(notificationMail({ notification, organizationName, userId, email }));
      await notifications.markMailed(notificationId, userId);
    } catch (error) {
      // The other admins are told even when one admin's mailbox is full.
      if (!(error instanceof RefusedMailError)) throw error;
      refused = error;
    }
  }
  if (refused !== undefined) throw refused;
}

async function adminsOf(
  { organizations, users }: MailNotificationDeps,
  organizationId: string,
): Promise<readonly User[]> {
  const admins = (await organizations.listMembers(organizationId)).filter(({ role }) =>
    includesRole(role, Role.ADMIN),
  );
  return await users.findMany(admins.map(({ userId }) => userId));
}
