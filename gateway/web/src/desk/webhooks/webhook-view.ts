/** A webhook: its new secret, its settings, what a person can do with it, and its deliveries. */

import type { Webhook, WebhookEventType } from '../../shared/api/api-types.ts';
import { announce, element } from '../../shared/dom.ts';
import { formatTime } from '../parts/formats.ts';
import type { View, ViewContext } from '../parts/view-page.ts';
import { formatAddress } from './parts/address.ts';
import { createDeliveries } from './deliveries/deliveries.ts';
import { createSecretPanel } from './secret-panel.ts';
import { explainDisabled, labelWebhook } from './parts/texts.ts';
import { listEventTypes, readWebhook, updateWebhook } from './parts/webhook-api.ts';
import type { WebhookName } from './parts/webhook-api.ts';
import { createActions } from './webhook-actions.ts';
import { createWebhookForm } from './webhook-form.ts';

export function createWebhookView(name: WebhookName): View {
  return async (section, context) => {
    const [webhook, types] = await Promise.all([readWebhook(name), listEventTypes(name)]);
    const { nodes, refresh } = createParts(name, webhook, { ...context, types });
    section.replaceChildren(...nodes);
    await refresh();
  };
}

interface PartOptions extends ViewContext {
  readonly types: readonly WebhookEventType[];
}

function createParts(name: WebhookName, first: Webhook, { types, mayWrite, onLeave }: PartOptions) {
  let webhook = first;
  const title = element('h1', { tabIndex: -1 });
  const about = element('div', { className: 'stack' });
  const place = element('div', { className: 'page' });
  const showSecret = (): HTMLElement | undefined => {
    const panel = createSecretPanel(name.webhookId, () => title.focus());
    place.replaceChildren(...(panel === undefined ? [] : [panel]));
    return panel;
  };
  const showAbout = (changed: Webhook): void => {
    webhook = changed;
    title.replaceChildren(element('bdi', {}, changed.url));
    about.replaceChildren(...describe(changed));
    actions.show(changed);
  };
  const closeForm = (): void => {
    showSecret();
    actions.focusEdit();
  };
  const edit = (): void => {
    const form = createWebhookForm({
      title: 'Edit the webhook',
      action: 'Save',
      types,
      webhook,
      onCancel: closeForm,
      async onSubmit(fields) {
        showAbout(await updateWebhook(name, fields));
        announce('The webhook is changed.');
        closeForm();
      },
    });
    place.replaceChildren(form);
    form.querySelector('input')?.focus();
  };
  const deliveries = createDeliveries({ name, types, mayWrite, isActive: () => webhook.status === 'active' });
  onLeave(() => deliveries.stop());
  const refresh = (): Promise<void> => deliveries.refresh();
  const actions = createActions({
    name,
    onChange(changed) {
      showAbout(changed);
      void refresh();
    },
    onEdit: edit,
    onSecret: () => showSecret()?.querySelector('h2')?.focus(),
    onSent: () => void refresh(),
  });
  showAbout(first);
  showSecret();
  const heading = element('div', { className: 'heading' }, title);
  const head = element('div', { className: 'stack' }, createTrail(name), heading, about);
  return { nodes: [head, ...(mayWrite ? [actions.node] : []), place, deliveries.node], refresh };
}

function createTrail({ projectId, jobId }: WebhookName): HTMLElement {
  const text = jobId === undefined ? 'All webhooks' : 'All webhooks of the job';
  return element(
    'nav',
    { className: 'trail', 'aria-label': 'Path' },
    element('a', { href: formatAddress({ projectId, jobId }) }, text),
  );
}

function describe(webhook: Webhook): readonly HTMLElement[] {
  const { description, eventTypes, createdAt } = webhook;
  const { text, tone } = labelWebhook(webhook);
  const reason = explainDisabled(webhook);
  return [
    element('span', { className: `chip ${tone}` }, text),
    ...(reason === undefined ? [] : [element('p', { className: 'notice warn' }, reason)]),
    ...(description === '' ? [] : [element('p', {}, description)]),
    element('p', { className: 'soft' }, `Events: ${eventTypes.join(', ')}`),
    element('p', { className: 'soft small' }, `Created ${formatTime(createdAt)}`),
  ];
}
