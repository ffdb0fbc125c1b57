import type { Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';

export interface SeenPaymentEvent {
  readonly provider: string;
  /** The provider's own id. */
  readonly eventId: string;
  readonly kind: string;
  readonly topUpId: string;
  readonly organizationId: string;
  readonly seenAt: Date;
}

interface PaymentEventDocument extends SeenPaymentEvent {
  readonly _id: string;
}

/** The events of payment providers that were applied. */
export interface PaymentEventStore {
  has(provider: string, eventId: string): Promise<boolean>;
  /** False when it was there before. */
  add(event: SeenPaymentEvent): Promise<boolean>;
}

const paymentEventCollection = 'payment_events';

export function createPaymentEventStore(db: Db): PaymentEventStore {
  const events = db.collection<PaymentEventDocument>(paymentEventCollection);
  return {
    async has(provider, eventId) {
      return (await events.findOne({ _id: idOf(provider, eventId) })) !== null;
    },
    async add(event) {
      try {
        await events.insertOne({ _id: idOf(event.provider, event.eventId), ...event });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}

function idOf(provider: string, eventId: string): string {
  return `${provider}/${eventId}`;
}
