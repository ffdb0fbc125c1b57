import type { Owner } from '../webhook/webhook.ts';

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'exhausted'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event on its way to one webhook. */
export interface Delivery {
  readonly id: string;
  readonly organizationId: string;
  readonly webhookId: string;
  readonly owner: Owner;
  readonly eventId: string;
  /** The name of the event. */
  readonly event: string;
  /** The exact text of the request body. */
  readonly body: string;
  readonly status: DeliveryStatus;
  /** The number of attempts that have begun. */
  readonly attempt: number;
  readonly responseStatusCode: number | undefined;
  readonly responseBody: string | undefined;
  readonly errorMessage: string | undefined;
  readonly durationMs: number | undefined;
  readonly createdAt: Date;
  readonly deliveredAt: Date | undefined;
  readonly nextAttemptAt: Date | undefined;
}

/** The facts of a new delivery. */
export type NewDelivery = Pick<
  Delivery,
  'id' | 'organizationId' | 'webhookId' | 'owner' | 'eventId' | 'event' | 'body' | 'createdAt'
> & {
  /** The scheme, host and port of the webhook: what its attempts share. */
  readonly origin: string;
  /** True for a test, which the delivery log does not show. */
  readonly isTest: boolean;
};

/** A delivery that this process attempts. */
export interface TakenDelivery extends NewDelivery {
  /** The number of this attempt, from 1. */
  readonly attempt: number;
}

/** The outcome of an attempt. */
export interface AttemptOutcome {
  readonly statusCode: number | undefined;
  readonly responseBody: string | undefined;
  /** Why the attempt failed, as a text for people. Undefined when it succeeded. */
  readonly errorMessage: string | undefined;
  readonly durationMs: number;
  /** The earliest time of the next attempt that the receiver asked for. */
  readonly retryAfter: Date | undefined;
}

/** The end of an attempt, as it is recorded. */
export type AttemptRecord = Pick<
  Delivery,
  | 'status'
  | 'responseStatusCode'
  | 'responseBody'
  | 'errorMessage'
  | 'durationMs'
  | 'deliveredAt'
  | 'nextAttemptAt'
>;

/** A taken delivery with the end of its attempt. */
export interface EndedAttempt {
  readonly taken: TakenDelivery;
  readonly record: AttemptRecord;
}

/** Selects deliveries of a webhook. All filters that are set must match. */
export interface DeliveryFilter {
  readonly status: DeliveryStatus | undefined;
  readonly event: string | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

/** The maximum number of attempts of a delivery. */
export const maxAttempts = 8;

/** The number of deliveries ending exhausted in a row that disables a webhook (C44). */
export const maxExhausted = 10;

/** The error message of deliveries that stop with their webhook. */
export const notAttempted = 'The webhook was disabled before the delivery was attempted.';
