import { createHash } from 'node:crypto';
import { html } from '@assay/chassis/http/html';
import type { Notification } from '../domain/notification/notification.ts';
import { mailHtml } from './mail.ts';
import type { Mail } from './mail.ts';

export interface NotificationMailParts {
  readonly notification: Notification;
  readonly organizationName: string;
  readonly userId: string;
  readonly email: string;
  readonly isAdmin: boolean;
}

export function notificationMail({
  notification: { id, subject, text },
  organizationName,
  userId,
  email,
  isAdmin,
}: NotificationMailParts): Mail {
  const role = isAdmin ? 'an admin' : 'a member';
  const why = `You get this mail because you are ${role} of ${organizationName}.`;
  const paragraphs = [...text.split(/\n{2,}/), why];
  // An occasion may hold characters that no message id may.
  const occasion = createHash('sha256').update(id).digest('hex').slice(0, 32);
  return {
    id: `notification-${occasion}-${userId}`,
    to: email,
    subject,
    text: `${text}\n\n${why}\n`,
    html: mailHtml(paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)),
  };
}
