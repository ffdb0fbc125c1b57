import { readMail } from '@assay/local/dev/read-mail';
import type { Email } from '@assay/local/dev/read-mail';
import { startSmtpReceiver } from '@assay/local/dev/smtp-receiver';
import { eventually } from './eventually.ts';

/** A mail server that keeps what it is sent. */
export interface MailInbox {
  readonly smtpUrl: string;
  /** Every mail so far, in the order they came. */
  readonly mails: readonly ReceivedEmail[];
  /** The first mail to an address, waiting for it. Rejects when none comes. */
  mailTo(address: string): Promise<ReceivedEmail>;
  stop(): Promise<void>;
}

export type ReceivedEmail = Email & {
  /** The addresses of the envelope. */
  readonly recipients: readonly string[];
};

export async function startMailInbox(): Promise<MailInbox> {
  const mails: ReceivedEmail[] = [];
  const receiver = await startSmtpReceiver(0, async ({ message, recipients }) => {
    mails.push({ ...(await readMail(message)), recipients });
  });
  return {
    smtpUrl: `smtp://127.0.0.1:${receiver.port}`,
    mails,
    mailTo: (address) =>
      eventually(() => {
        const mail = mails.find(({ recipients }) => recipients.includes(address));
        if (mail === undefined) throw new Error(`no mail to ${address}`);
        return mail;
      }),
    stop: () => receiver.close(),
  };
}
