import type { Logger } from '@assay/chassis/logger';
import type { Runtime } from '@assay/chassis/process/runtime';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { RefusedMailError } from '../domain/notification/refused-mail-error.ts';
import { invitationMail } from './invitation-mail.ts';
import type { InvitationMailParts } from './invitation-mail.ts';
import type { Mail } from './mail.ts';
import { notificationMail } from './notification-mail.ts';
import type { NotificationMailParts } from './notification-mail.ts';
import { smtpOptions } from './settings.ts';
import type { SmtpOptions } from './settings.ts';

/**
 * Composes and sends mails. A call resolves once the server accepted the mail. RefusedMailError if the server never will; after any other
 * error a retry may help.
 */
export interface Mailer {
  sendInvitation(parts: InvitationMailParts): Promise<void>;
  sendNotification(parts: NotificationMailParts): Promise<void>;
}

type MailerRuntime = Pick<Runtime, 'dependencies' | 'lifecycle' | 'logger'>;
type MailerConfig = Pick<Config, 'mailFrom' | 'publicUrl' | 'smtpUrl'>;
type Send = (mail: Mail) => Promise<void>;

export function createMailer(runtime: MailerRuntime, config: MailerConfig): Mailer {
  const send = openSender(runtime, config);
  return {
    sendInvitation: (parts) => send(invitationMail(parts)),
    sendNotification: (parts) => send(notificationMail(parts)),
  };
}

/** Returns a function that sends through the configured server, or one that drops every mail if no server is configured. */
function openSender({ dependencies, lifecycle, logger }: MailerRuntime, config: MailerConfig): Send {
  const options = smtpOptions(config);
  if (options === undefined) return createDroppingSender(logger);
  const transport = openTransport(options);
  lifecycle.onStop('mailer', () => {
    transport.close();
  });
  const onAnswer = dependencies.addRemote('smtp', () => transport.verify());
  const { hostname } = new URL(config.publicUrl);
  return async ({ id, ...content }) => {
    const { from } = options;
    const headers = { 'Auto-Submitted': 'auto-generated' };
    try {
      await transport.sendMail({ ...content, from, headers, messageId: `<${id}@${hostname}>` });
      onAnswer();
    } catch (error) {
      throw isFinal(error) ? new RefusedMailError('the mail was refused', { cause: error }) : error;
    }
  };
}

const timeoutMs = 20_000;

function openTransport({ url }: SmtpOptions) {
  return createTransport({
    url,
    pool: true,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}

function createDroppingSender(logger: Logger): Send {
  logger.warn('SMTP_URL is not set: no mail is sent');
  return ({ id }) => {
    logger.warn({ mail: id }, 'a mail was dropped, because SMTP_URL is not set');
    return Promise.resolve();
  };
}

/** RFC 5321: a 5xx reply to an address or to a message will be the same next time; a reply to a login may change. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  const { responseCode, command } = error;
  const isAboutTheMail = command === 'RCPT TO' || command === 'DATA';
  return isAboutTheMail && typeof responseCode === 'number' && responseCode >= 500;
}
