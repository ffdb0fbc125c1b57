import type { WebhookDelivery } from '../../../shared/api/api-types.ts';
import { button, element } from '../../../shared/dom.ts';
import { formatTime } from '../../parts/formats.ts';
import { labelDelivery, maxAttempts } from '../parts/texts.ts';

export interface DeliveryItemOptions {
  readonly canRedeliver: boolean;
  readonly onRedeliver: (delivery: WebhookDelivery) => void;
  readonly isOpen?: boolean;
}

/** Creates the item of a delivery: a line that opens to the request, the response and the error. */
export function createDeliveryItem(delivery: WebhookDelivery, options: DeliveryItemOptions): HTMLElement {
  const { event, createdAt, payload, responseBody, errorMessage, status } = delivery;
  const { canRedeliver, onRedeliver, isOpen = false } = options;
  const { text, tone } = labelDelivery(delivery);
  const summary = element(
    'summary',
    {},
    element(
      'span',
      { className: 'delivery-line' },
      element('b', {}, event),
      element('span', { className: `chip ${tone}` }, text),
      element('time', { className: 'soft small', dateTime: createdAt }, formatTime(createdAt)),
    ),
  );
  const again = button('Send again', () => onRedeliver(delivery), { kind: 'slim' });
  const item = element(
    'li',
    {},
    element(
      'details',
      { open: isOpen },
      summary,
      element(
        'div',
        { className: 'stack' },
        errorMessage === null ? undefined : element('p', { className: 'notice bad' }, errorMessage),
        createFacts(delivery),
        element('h3', {}, 'Body of the request'),
        createBody(JSON.stringify(payload, null, 2)),
        element('h3', {}, 'Body of the response'),
        createResponse(responseBody),
        canRedeliver && status !== 'pending' ? again : undefined,
      ),
    ),
  );
  item.dataset['id'] = delivery.id;
  return item;
}

function createFacts(delivery: WebhookDelivery): HTMLElement {
  const { id, event, attempt, responseStatusCode, durationMs, nextAttemptAt } = delivery;
  const response = [
    responseStatusCode === null ? 'None' : String(responseStatusCode),
    ...(durationMs === null ? [] : [`after ${durationMs} ms`]),
  ].join(' ');
  const facts = [
    ['Attempts', `${attempt} of ${maxAttempts}`],
    ...(nextAttemptAt === null ? [] : [['Next attempt', formatTime(nextAttemptAt)]]),
    ['Response', response],
    ['X-Service-Event', event],
    ['X-Service-Delivery-Id', id],
  ];
  return element(
    'dl',
    { className: 'facts' },
    ...facts.flatMap(([name = '', value = '']) => [element('dt', {}, name), element('dd', {}, value)]),
  );
}

function createResponse(body: string | null): HTMLElement {
  if (body === null) return element('p', { className: 'soft' }, 'There is no response.');
  return body === '' ? element('p', { className: 'soft' }, 'It is empty.') : createBody(body);
}

/** Shows a body as text, whatever it contains. */
const createBody = (text: string): HTMLElement => element('pre', { className: 'body' }, text);
