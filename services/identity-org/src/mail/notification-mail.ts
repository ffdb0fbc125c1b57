import { createHash } from 'node:crypto';
import type { Notification } from '../domain/notification/notification.ts';
import { escapeHtml, mailHtml } from './html.ts';
import type { Mail } from './mail.ts';

export interface NotificationMailParts {
  readonly notification: Notification;
  readonly organizationName: string;
  readonly userId: string;
  readonly email: string;
}

export function notificationMail({
  notification: { id, subject, text },
  organizationName,
  userId,
  email,
}: NotificationMailParts): Mail {
  const why = `You get this mail because you are an admin of ${organizationName}.`;
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  // An occasion may hold characters that no message id may.
  const occasion = createHash('sha256').update(id).digest('hex').slice(0, 32);
  return {
    id: `notification-${occasion}-${userId}`,
    to: email,
    subject,
    text: `${text}\n\n${why}\n`,
    html: mailHtml([...paragraphs, `<p>${escapeHtml(why)}</p>`].join('\n')),
  };
}
