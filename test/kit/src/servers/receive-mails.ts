import { readMail } from '@assay/local/dev/read-mail';
import type { Email } from '@assay/local/dev/read-mail';
import { startSmtpReceiver } from '@assay/local/dev/smtp-receiver';

export type ReceivedEmail = Email & {
  /** The addresses of the envelope. */
  readonly recipients: readonly string[];
};

/** A mail server that keeps the mails it receives. It needs no test runner. */
export interface MailReceiver {
  readonly smtpUrl: string;
  /** All mails so far, in the order of their arrival. */
  readonly mails: readonly ReceivedEmail[];
  stop(): Promise<void>;
}

export async function startMailReceiver(): Promise<MailReceiver> {
  const mails: ReceivedEmail[] = [];
  const receiver = await startSmtpReceiver(0, async ({ message, recipients }) => {
    mails.push({ ...(await readMail(message)), recipients });
  });
  return { smtpUrl: `smtp://127.0.0.1:${receiver.port}`, mails, stop: () => receiver.close() };
}

export function findMailWith(mails: readonly ReceivedEmail[], words: string): ReceivedEmail | undefined {
  return mails.find(({ text = '' }) => text.includes(words));
}
