/** The deliveries of a webhook, newest first. Those under way are read again until they have ended. */

import type {
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookEventType,
} from '../../../shared/api/api-types.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import { createPoll } from '../../parts/poll.ts';
import type { Poll } from '../../parts/poll.ts';
import { createSection } from '../../parts/section.ts';
import { statusChoices } from '../parts/texts.ts';
import { listDeliveries, redeliver } from '../parts/webhook-api.ts';
import type { DeliveryFilter, WebhookName } from '../parts/webhook-api.ts';
import { attempt, showProblem } from '../parts/webhook-errors.ts';
import { createDeliveryList } from './delivery-list.ts';

interface DeliveriesOptions {
  readonly name: WebhookName;
  readonly types: readonly WebhookEventType[];
  readonly mayWrite: boolean;
  readonly isActive: () => boolean;
}

interface Deliveries extends Poll {
  readonly node: HTMLElement;
}

const pageSize = 20;
/** The API returns no more at once. */
const maxShown = 200;
/** An attempt takes 10 seconds at most. */
const soonMs = 10_000;

export function createDeliveries({ name, types, mayWrite, isActive }: DeliveriesOptions): Deliveries {
  let limit = pageSize;
  const restart = (): void => {
    limit = pageSize;
    void poll.refresh();
  };
  const filters = createFilters(types, restart);
  const sendAgain = async ({ id }: WebhookDelivery): Promise<void> => {
    await redeliver(name, id);
    announce('The event is sent again.');
    await poll.refresh();
  };
  const list = createDeliveryList({
    canRedeliver: () => mayWrite && isActive(),
    onRedeliver: (delivery) => attempt(() => sendAgain(delivery)),
  });
  const count = element('p', { className: 'soft small' });
  const showMore = (): void => {
    limit = Math.min(limit + pageSize, maxShown);
    void poll.refresh();
  };
  const more = button('Show more', showMore, { kind: 'slim', hidden: true });
  const poll = createPoll<WebhookDeliveryPage>({
    read: () => listDeliveries(name, filters.read(), limit),
    onChange({ items, total }) {
      list.show(items);
      count.textContent = describeCount(items.length, total, filters.read());
      more.hidden = items.length >= total || limit >= maxShown;
    },
    isRunning: ({ items }) => items.some(isUnderWay),
    showProblem,
  });
  // New events arrive while the person works elsewhere.
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') void poll.refresh();
  };
  document.addEventListener('visibilitychange', onVisible);
  return {
    node: createSection('Deliveries of the last 30 days', filters.node, count, list.node, more),
    refresh: () => poll.refresh(),
    stop() {
      document.removeEventListener('visibilitychange', onVisible);
      poll.stop();
    },
  };
}

interface Filters {
  readonly node: HTMLElement;
  read(): DeliveryFilter;
}

function createFilters(types: readonly WebhookEventType[], onChange: () => void): Filters {
  const status = element('select', {});
  fillSelect(status, statusChoices, '');
  const event = element('select', {});
  const names = types.map((type) => ({ value: type.name, text: type.name }));
  fillSelect(event, [{ value: '', text: 'All' }, ...names], '');
  for (const select of [status, event]) select.addEventListener('change', onChange);
  const node = element(
    'div',
    { className: 'fields' },
    element('label', { className: 'narrow-field' }, 'Status', status),
    element('label', { className: 'narrow-field' }, 'Event', event),
    button('Refresh', onChange, { kind: 'slim' }),
  );
  return { node, read: () => ({ status: status.value, event: event.value }) };
}

function isUnderWay({ status, nextAttemptAt }: WebhookDelivery): boolean {
  if (status === 'pending') return true;
  return nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() < soonMs;
}

function describeCount(shown: number, total: number, { status, event }: DeliveryFilter): string {
  if (total === 0 && status + event !== '') return 'No delivery matches the filters.';
  if (total === 0) return 'Nothing was sent yet. Tests are not listed.';
  return shown < total ? `The newest ${shown} of ${total}` : `${total} in all`;
}
