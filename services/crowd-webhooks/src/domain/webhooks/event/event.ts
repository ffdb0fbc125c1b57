import type { Owner } from '../webhook/webhook.ts';

/** An event for webhooks, with the body of its deliveries. */
export interface WebhookEvent {
  /** The id of the event of the service that reported it. Receivers get it as `webhook-id`. */
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** The resource whose webhooks receive it. Undefined: all project webhooks of the organization. */
  readonly owner: Owner | undefined;
  /** The exact text of the request body. */
  readonly body: string;
  readonly occurredAt: Date;
}

/** An event with the webhooks that receive it, decided once. */
export interface StoredEvent extends WebhookEvent {
  readonly webhookIds: readonly string[];
}
