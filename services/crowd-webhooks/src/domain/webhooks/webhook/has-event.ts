import { webhookEvents } from '@assay/proto/webhook-events';
import type { Owner } from './webhook.ts';

const scopes = new Map(webhookEvents.map(({ name, scope }) => [name, scope]));

/** Returns true if a webhook of this kind of owner can subscribe to the event. */
export function hasEvent(kind: Owner['kind'], name: string): boolean {
  return scopes.get(name) === kind;
}
