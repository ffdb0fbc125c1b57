/** Texts about webhooks and deliveries. */

import type { Webhook, WebhookDelivery, WebhookTest } from '../../../shared/api/api-types.ts';

export interface Label {
  readonly text: string;
  readonly tone: string;
}

export const labelWebhook = ({ status }: Webhook): Label =>
  status === 'active'
    ? { text: 'Active', tone: 'tone-authentic' }
    : { text: 'Disabled', tone: 'tone-inconclusive' };

/** Returns the reason why a webhook is disabled, with the next step; undefined while it is active. */
export function explainDisabled({ status, disabledReason }: Webhook): string | undefined {
  if (status === 'active') return undefined;
  if (disabledReason === 'exhausted')
    return 'The platform disabled it, because ten deliveries in a row failed in all attempts. Repair the receiver, send a test, and enable it.';
  if (disabledReason === 'gone')
    return 'The platform disabled it, because the receiver responded 410 (gone). Enable it if the receiver wants events again.';
  return 'It receives nothing. Enable it, then send the events that it missed.';
}

export function labelDelivery({ status, nextAttemptAt }: WebhookDelivery): Label {
  switch (status) {
    case 'pending':
      return { text: 'Pending', tone: 'tone-pending' };
    case 'succeeded':
      return { text: 'Delivered', tone: 'tone-authentic' };
    case 'failed':
      return nextAttemptAt === null
        ? { text: 'Stopped', tone: 'tone-failed' }
        : { text: 'Retrying', tone: 'tone-inconclusive' };
    case 'exhausted':
      return { text: 'Failed', tone: 'tone-failed' };
  }
}

/** The choices of the filter by status. */
export const statusChoices = [
  { value: '', text: 'All' },
  { value: 'pending', text: 'Pending' },
  { value: 'succeeded', text: 'Delivered' },
  { value: 'failed', text: 'Retrying or stopped' },
  { value: 'exhausted', text: 'Failed in all attempts' },
];

export const maxAttempts = 8;

export function describeTest({ ok, statusCode, errorMessage, durationMs }: WebhookTest): string {
  if (ok) return `The test arrived: the receiver responded ${statusCode ?? ''} after ${durationMs} ms.`;
  return `The test failed after ${durationMs} ms. ${errorMessage ?? ''}`.trim();
}

export const countEvents = (count: number): string => (count === 1 ? '1 event' : `${count} events`);
