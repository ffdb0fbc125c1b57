import type { Logger } from '@assay/chassis/logger';
import { createTransport } from 'nodemailer';
import { RefusedMailError } from './refused-mail-error.ts';
import type { SmtpOptions } from './settings.ts';

export interface Mail {
  /** The same in every attempt, so that mailboxes show a mail once that was sent twice: the part before the `@`. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Resolves once the server took it. `RefusedMailError` when it never will; anything else may go better later. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const timeoutMs = 20_000;

/** @param host what follows the `@` in the ids of mails */
export function createMailer({ url, from }: SmtpOptions, host: string): Mailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({
    url,
    pool: true,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  });
  return {
    async send({ id, ...content }) {
      const headers = { 'Auto-Submitted': 'auto-generated' };
      try {
        await transport.sendMail({ ...content, from, headers, messageId: `<${id}@${host}>` });
      } catch (error) {
        throw isFinal(error) ? new RefusedMailError('the mail was refused', { cause: error }) : error;
      }
    },
    close: () => {
      transport.close();
    },
  };
}

/** Stands in where no server is configured. */
export function createDroppingMailer(logger: Logger): Mailer {
  logger.warn('SMTP_URL is not set: no mail is sent');
  return {
    send({ id }) {
      logger.warn({ mail: id }, 'a mail was dropped, because SMTP_URL is not set');
      return Promise.resolve();
    },
    close: () => undefined,
  };
}

/** RFC 5321: a 5xx answer to an address or to a message will be the same next time; to a login, somebody may mend it. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  const { responseCode, command } = error;
  const isAboutTheMail = command === 'RCPT TO' || command === 'DATA';
  return isAboutTheMail && typeof responseCode === 'number' && responseCode >= 500;
}
