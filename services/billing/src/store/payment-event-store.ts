import type { Db } from 'mongodb';
import { insertNew } from '@assay/chassis/mongo/insert-new';

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

export const paymentEventCollection = 'payment_events';

export function createPaymentEventStore(db: Db): PaymentEventStore {
  const events = db.collection<PaymentEventDocument>(paymentEventCollection);
  return {
    async has(provider, eventId) {
      return (await events.findOne({ _id: idOf(provider, eventId) })) !== null;
    },
    add: (event) => insertNew(events, { _id: idOf(event.provider, event.eventId), ...event }),
  };
}

function idOf(provider: string, eventId: string): string {
  return `${provider}/${eventId}`;
}
