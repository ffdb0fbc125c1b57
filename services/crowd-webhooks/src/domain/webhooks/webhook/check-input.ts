import { refuseUrl } from '@assay/chassis/egress/egress-error';
import { invalidField } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import { hasEvent } from './has-event.ts';
import type { Owner } from './webhook.ts';

/** Returns the address as requests are sent to it, or refuses one that may not receive deliveries (C36). */
export async function normalizeUrl(
  { addresses }: Pick<Deps, 'addresses'>,
  text: string,
  field = 'url',
): Promise<string> {
  const checked = await addresses.check(text);
  if ('refusal' in checked) throw refuseUrl(field, checked.refusal);
  return checked.url;
}

/** INVALID_ARGUMENT for an event that webhooks of this owner cannot receive. */
export function checkEvent({ kind }: Owner, name: string, field: string): void {
  if (hasEvent(kind, name)) return;
  throw invalidField(
    field,
    `${field} is no event of a ${kind}. GET /v2/webhook-event-types lists all events.`,
  );
}

/** Returns the distinct names. INVALID_ARGUMENT for an event that webhooks of this owner cannot receive. */
export function checkEventTypes(
  owner: Owner,
  eventTypes: readonly string[],
  at = 'eventTypes',
): readonly string[] {
  for (const [index, name] of eventTypes.entries()) checkEvent(owner, name, `${at}.${index.toString()}`);
  return [...new Set(eventTypes)];
}

interface JobWebhook {
  readonly url: string;
  readonly eventTypes: readonly string[];
}

/** Returns the webhooks of a new job with normalized addresses. INVALID_ARGUMENT as above, with the index in the field. */
export async function checkJobWebhooks(
  deps: Pick<Deps, 'addresses'>,
  webhooks: readonly JobWebhook[],
): Promise<readonly JobWebhook[]> {
  const checked: JobWebhook[] = [];
  for (const [index, { url, eventTypes }] of webhooks.entries()) {
    const at = `webhooks.${index.toString()}`;
    const names = checkEventTypes({ kind: 'job', id: '' }, eventTypes, `${at}.eventTypes`);
    checked.push({ url: await normalizeUrl(deps, url, `${at}.url`), eventTypes: names });
  }
  return checked;
}
