import type { Logger } from '@assay/chassis/logger';
import type { Runtime } from '@assay/chassis/process/runtime';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { RefusedMailError } from './mail.ts';
import type { Mailer } from './mail.ts';
import { smtpOptions } from './settings.ts';
import type { SmtpOptions } from './settings.ts';

/** A mailer that sends through the configured server; one that drops every mail where no server is configured. */
export function createMailer(
  { dependencies, lifecycle, logger }: Pick<Runtime, 'dependencies' | 'lifecycle' | 'logger'>,
  config: Pick<Config, 'mailFrom' | 'publicUrl' | 'smtpUrl'>,
): Mailer {
  const options = smtpOptions(config);
  if (options === undefined) return createDroppingMailer(logger);
  const transport = openTransport(options);
  lifecycle.onStop('mailer', () => {
    transport.close();
  });
  const onAnswer = dependencies.addRemote('smtp', () => transport.verify());
  const { hostname } = new URL(config.publicUrl);
  return {
    async send({ id, ...content }) {
      const { from } = options;
      const headers = { 'Auto-Submitted': 'auto-generated' };
      try {
        await transport.sendMail({ ...content, from, headers, messageId: `<${id}@${hostname}>` });
        onAnswer();
      } catch (error) {
        throw isFinal(error) ? new RefusedMailError('the mail was refused', { cause: error }) : error;
      }
    },
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

function createDroppingMailer(logger: Logger): Mailer {
  logger.warn('SMTP_URL is not set: no mail is sent');
  return {
    send({ id }) {
      logger.warn({ mail: id }, 'a mail was dropped, because SMTP_URL is not set');
      return Promise.resolve();
    },
  };
}

/** RFC 5321: a 5xx reply to an address or to a message will be the same next time; a reply to a login may change. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  const { responseCode, command } = error;
  const isAboutTheMail = command === 'RCPT TO' || command === 'DATA';
  return isAboutTheMail && typeof responseCode === 'number' && responseCode >= 500;
}
