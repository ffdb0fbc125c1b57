import type { WebhookDelivery } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { createDeliveryItem } from './delivery-item.ts';
import type { DeliveryItemOptions } from './delivery-item.ts';

export interface DeliveryList {
  readonly node: HTMLElement;
  show(deliveries: readonly WebhookDelivery[]): void;
}

interface ShownDelivery {
  readonly text: string;
  readonly item: HTMLElement;
}

/** Creates the list of deliveries. Items that have not changed keep their elements; changed ones stay open, and keep the focus. */
export function createDeliveryList({
  canRedeliver,
  onRedeliver,
}: {
  readonly canRedeliver: () => boolean;
  readonly onRedeliver: DeliveryItemOptions['onRedeliver'];
}): DeliveryList {
  const node = element('ul', { className: 'runs deliveries' });
  let shown = new Map<string, ShownDelivery>();
  return {
    node,
    show(deliveries) {
      const focused = document.activeElement;
      const focusedId = focused?.closest('li')?.dataset['id'];
      const isWithin = node.contains(focused);
      const options = { canRedeliver: canRedeliver(), onRedeliver };
      const next = deliveries.map((delivery) => [delivery.id, renew(shown, delivery, options)] as const);
      shown = new Map(next);
      node.replaceChildren(...[...shown.values()].map(({ item }) => item));
      node.hidden = shown.size === 0;
      if (!isWithin || !(focused instanceof HTMLElement)) return;
      if (focused.isConnected) focused.focus();
      else
        shown
          .get(focusedId ?? '')
          ?.item.querySelector('summary')
          ?.focus();
    },
  };
}

function renew(
  shown: ReadonlyMap<string, ShownDelivery>,
  delivery: WebhookDelivery,
  options: DeliveryItemOptions,
): ShownDelivery {
  const text = JSON.stringify([delivery, options.canRedeliver]);
  const known = shown.get(delivery.id);
  if (known?.text === text) return known;
  const isOpen = known?.item.querySelector('details')?.open ?? false;
  return { text, item: createDeliveryItem(delivery, { ...options, isOpen }) };
}
