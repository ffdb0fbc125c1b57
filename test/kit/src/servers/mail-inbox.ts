import { eventually } from '../eventually.ts';
import { findMailWith, startMailReceiver } from './receive-mails.ts';
import type { MailReceiver, ReceivedEmail } from './receive-mails.ts';

/** The mails of a platform, as a test awaits them. */
export interface Inbox {
  /** Waits for the first mail whose text contains the words. Rejects when none arrives in time. */
  awaitMailWith(words: string): Promise<ReceivedEmail>;
}

/** A mail server of one test file. */
export interface MailInbox extends MailReceiver, Inbox {
  /** Waits for the first mail to an address. Rejects when none arrives in time. */
  mailTo(address: string): Promise<ReceivedEmail>;
}

export async function startMailInbox(): Promise<MailInbox> {
  const receiver = await startMailReceiver();
  const { mails } = receiver;
  return {
    ...receiver,
    mailTo: (address) =>
      eventually(() => {
        const mail = mails.find(({ recipients }) => recipients.includes(address));
        if (mail === undefined) throw new Error(`no mail to ${address} has arrived`);
        return mail;
      }),
    awaitMailWith: (words) =>
      eventually(() => {
        const mail = findMailWith(mails, words);
        if (mail === undefined) throw new Error(`no mail with ${words}`);
        return mail;
      }),
  };
}
