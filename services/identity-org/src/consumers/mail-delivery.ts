import type { ConsumerTuning } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { minutes } from '@assay/chassis/units';
import { RefusedMailError } from '../domain/notification/refused-mail-error.ts';

/** A mail server may be away for a day. */
export const mailRetries: ConsumerTuning = {
  backoffMs: [1_000, 5_000, 30_000, minutes(5)],
  maxDeliver: 300,
};

/** Sends a mail; one that the mail server refuses for good becomes a dead letter. */
export async function deliverMail(send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    throw error instanceof RefusedMailError ? new PoisonError(error.message, { cause: error }) : error;
  }
}
