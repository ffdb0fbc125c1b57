import { PoisonError } from '@assay/chassis/events/poison-error';
import { RefusedMailError } from '../mail/mail.ts';

/** Sends, and makes a mail that its server refuses for good a dead letter. */
export async function giveUpRefused(send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    throw error instanceof RefusedMailError ? new PoisonError(error.message, { cause: error }) : error;
  }
}
