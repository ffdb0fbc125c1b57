import { refuseUrl } from '@assay/chassis/egress/egress-error';
import { invalidField } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { hasEvent } from '../event/event.ts';
import type { Owner } from './webhook.ts';

/** Refuses an address that may not receive deliveries (C36). */
export async function checkUrl(
  { addresses }: Pick<Deps, 'addresses'>,
  url: string,
  field = 'url',
): Promise<void> {
  const reason = await addresses.refuse(url);
  if (reason !== undefined) throw refuseUrl(field, reason);
}

/** Returns the distinct names. INVALID_ARGUMENT for an event that webhooks of this owner cannot receive. */
export function checkEventTypes(
  { kind }: Owner,
  eventTypes: readonly string[],
  at = 'eventTypes',
): readonly string[] {
  const unknown = eventTypes.findIndex((name) => !hasEvent(kind, name));
  if (unknown >= 0) {
    const field = `${at}.${unknown.toString()}`;
    throw invalidField(
      field,
      `${field} is no event of a ${kind}. GET /v2/webhook-event-types lists all events.`,
    );
  }
  return [...new Set(eventTypes)];
}
