import type { Webhook, WebhookEventType } from '../../shared/api/api-types.ts';
import { button, element } from '../../shared/dom.ts';
import { ApiError } from '../../shared/api-error.ts';
import { createKeys } from '../parts/request.ts';
import type { WebhookFields } from './parts/webhook-api.ts';
import { describeWebhookError } from './parts/webhook-errors.ts';

interface WebhookFormOptions {
  readonly title: string;
  /** The text of the button that submits the form. */
  readonly action: string;
  readonly types: readonly WebhookEventType[];
  /** The webhook to change; undefined for a new one. */
  readonly webhook?: Webhook;
  /** @param key the same in each repetition of the same request */
  readonly onSubmit: (fields: WebhookFields, key: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Creates the form of a webhook. An error of its request is shown in the form, next to its buttons. */
export function createWebhookForm(options: WebhookFormOptions): HTMLFormElement {
  const { title, action, onSubmit, onCancel } = options;
  const fields = createFields(options);
  const problem = element('p', { className: 'notice bad', role: 'alert', hidden: true });
  const form = element(
    'form',
    { className: 'sheet stack', 'aria-labelledby': 'webhook-form-title' },
    element('h2', { id: 'webhook-form-title' }, title),
    ...fields.nodes,
    element(
      'div',
      { className: 'row' },
      element('button', { type: 'submit', className: 'button main' }, action),
      button('Cancel', onCancel),
    ),
  );
  // The line about an address is next to the address, because the form is longer than the window of a phone.
  const fail = (text: string, field?: HTMLInputElement): void => {
    (field === fields.url ? fields.url : fields.nodes.at(-1))?.after(problem);
    problem.textContent = text;
    problem.hidden = false;
    field?.setAttribute('aria-invalid', 'true');
    field?.focus();
    problem.scrollIntoView({ block: 'nearest' });
  };
  const nextKey = createKeys();
  const send = async (): Promise<void> => {
    problem.hidden = true;
    for (const field of [fields.url, ...fields.boxes]) field.removeAttribute('aria-invalid');
    const values = fields.read();
    if (values.eventTypes.length === 0) {
      fail('Choose at least one event.', fields.boxes[0]);
      return;
    }
    try {
      await onSubmit(values, nextKey(values));
    } catch (error) {
      fail(describeWebhookError(error), isAboutUrl(error) ? fields.url : undefined);
    }
  };
  let isSending = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    void send().finally(() => {
      isSending = false;
    });
  });
  return form;
}

interface Fields {
  readonly url: HTMLInputElement;
  readonly boxes: readonly HTMLInputElement[];
  readonly nodes: readonly HTMLElement[];
  read(): WebhookFields;
}

function createFields({ types, webhook }: WebhookFormOptions): Fields {
  const url = element('input', {
    id: 'webhook-url',
    type: 'url',
    required: true,
    maxLength: 2_048,
    autocomplete: 'off',
    spellcheck: false,
    value: webhook?.url ?? '',
    'aria-describedby': 'webhook-url-note',
  });
  const description = element('input', {
    id: 'webhook-description',
    type: 'text',
    maxLength: 500,
    autocomplete: 'off',
    value: webhook?.description ?? '',
  });
  const boxes = types.map(({ name }) => {
    const checked = webhook?.eventTypes.includes(name) ?? false;
    return element('input', { type: 'checkbox', value: name, checked });
  });
  const note =
    'An https address that is reachable from the internet. It receives POST requests with a JSON body.';
  return {
    url,
    boxes,
    nodes: [
      element('label', { htmlFor: url.id }, 'Address'),
      url,
      element('p', { id: 'webhook-url-note', className: 'soft small' }, note),
      element('label', { htmlFor: description.id }, 'Description (optional)'),
      description,
      createEvents(types, boxes),
    ],
    read: () => ({
      url: url.value.trim(),
      description: description.value.trim(),
      eventTypes: boxes.filter(({ checked }) => checked).map(({ value }) => value),
    }),
  };
}

function createEvents(types: readonly WebhookEventType[], boxes: readonly HTMLInputElement[]): HTMLElement {
  const choices = types.map(({ name, description }, index) =>
    element(
      'label',
      { className: 'check' },
      boxes[index],
      element('span', {}, element('b', {}, name), element('span', { className: 'block' }, description)),
    ),
  );
  return element('fieldset', { className: 'checks' }, element('legend', {}, 'Events'), ...choices);
}

const isAboutUrl = (error: unknown): boolean => error instanceof ApiError && error.details['field'] === 'url';
