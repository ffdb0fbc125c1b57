/** Bodies of the API about webhooks, with the fields that the desk reads. */

export type WebhookStatus = 'active' | 'disabled';
export type DisabledReason = 'manual' | 'exhausted' | 'gone';

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly string[];
  readonly status: WebhookStatus;
  readonly disabledReason: DisabledReason | null;
  readonly createdAt: string;
}

export interface WebhookWithSecret extends Webhook {
  readonly secret: string;
}

export interface EventType {
  readonly name: string;
  readonly scope: 'job' | 'project';
  readonly description: string;
}

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'exhausted';

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly attempt: number;
  readonly responseStatusCode: number | null;
  readonly durationMs: number | null;
  readonly createdAt: string;
  readonly payload: unknown;
  readonly responseBody: string | null;
  readonly errorMessage: string | null;
  readonly nextAttemptAt: string | null;
}

export interface DeliveryPage {
  readonly total: number;
  readonly items: readonly Delivery[];
}

export interface TestOutcome {
  readonly ok: boolean;
  readonly statusCode: number | null;
  readonly errorMessage: string | null;
  readonly durationMs: number;
}
