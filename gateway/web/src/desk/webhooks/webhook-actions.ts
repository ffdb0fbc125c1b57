import type { Webhook } from '../../shared/api/api-types.ts';
import { confirmDeletion } from '../parts/confirm.ts';
import { announce, button, element } from '../../shared/dom.ts';
import { formatAddress } from './parts/address.ts';
import { requestGrace, requestPeriod } from './choice-dialogs.ts';
import { keepSecret } from './secret-panel.ts';
import { countEvents, describeTest } from './parts/texts.ts';
import {
  deleteWebhook,
  recoverEvents,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from './parts/webhook-api.ts';
import type { WebhookName } from './parts/webhook-api.ts';
import { attempt } from './parts/webhook-errors.ts';

interface ActionOptions {
  readonly name: WebhookName;
  readonly onChange: (webhook: Webhook) => void;
  readonly onEdit: () => void;
  /** Called when a new secret is kept. */
  readonly onSecret: () => void;
  /** Called when deliveries were created. */
  readonly onSent: () => void;
}

interface Actions {
  readonly node: HTMLElement;
  /** Fits the buttons to the state of the webhook. */
  show(webhook: Webhook): void;
  focusEdit(): void;
}

/** Creates the buttons of a webhook, and the line with the outcome of a test. */
export function createActions({ name, onChange, onEdit, onSecret, onSent }: ActionOptions): Actions {
  const outcome = createOutcome();
  let shown: Webhook | undefined;
  const toggle = async (): Promise<void> => {
    const status = shown?.status === 'active' ? 'disabled' : 'active';
    onChange(await updateWebhook(name, { status }));
    outcome.hide();
    announce(status === 'active' ? 'The webhook is enabled.' : 'The webhook is disabled.');
  };
  const rotate = async (): Promise<void> => {
    const grace = await requestGrace();
    if (grace === undefined) return;
    const { secret } = await rotateSecret(name, grace.seconds);
    outcome.hide();
    keepSecret(name.webhookId, { secret, note: grace.note });
    onSecret();
  };
  const recover = async (): Promise<void> => {
    const since = await requestPeriod();
    if (since === undefined) return;
    const queued = await recoverEvents(name, since);
    outcome.show(`${countEvents(queued)} ${queued === 1 ? 'is' : 'are'} sent again.`, 'good');
    onSent();
  };
  const edit = button('Edit', onEdit, { kind: 'slim' });
  const switchButton = button('', () => attempt(toggle), { kind: 'slim' });
  const recovery = button('Send missed events', () => attempt(recover), { kind: 'slim' });
  const buttons = [
    button('Send a test', () => attempt(() => sendTest(name, outcome)), { kind: 'slim' }),
    edit,
    switchButton,
    button('Rotate the secret', () => attempt(rotate), { kind: 'slim' }),
    recovery,
    button('Delete', () => attempt(() => removeWebhook(name)), { kind: 'slim' }),
  ];
  return {
    node: element(
      'div',
      { className: 'stack' },
      element('div', { className: 'row' }, ...buttons),
      outcome.node,
    ),
    show(webhook) {
      shown = webhook;
      switchButton.textContent = webhook.status === 'active' ? 'Disable' : 'Enable';
      recovery.hidden = webhook.status !== 'active';
    },
    focusEdit: () => edit.focus(),
  };
}

interface Outcome {
  readonly node: HTMLElement;
  /** @param kind the class of the notice: `good`, `bad` or none */
  show(text: string, kind: string): void;
  hide(): void;
}

function createOutcome(): Outcome {
  const node = element('p', { className: 'notice', role: 'status', hidden: true });
  return {
    node,
    show(text, kind) {
      node.textContent = text;
      node.className = `notice ${kind}`.trim();
      node.hidden = false;
    },
    hide() {
      node.hidden = true;
    },
  };
}

async function sendTest(name: WebhookName, outcome: Outcome): Promise<void> {
  outcome.show('Testing …', '');
  try {
    const result = await testWebhook(name);
    outcome.show(describeTest(result), result.ok ? 'good' : 'bad');
  } catch (error) {
    outcome.hide();
    throw error;
  }
}

async function removeWebhook(name: WebhookName): Promise<void> {
  const effect = 'Its deliveries are deleted too. Nothing is sent to it any more. This cannot be undone.';
  if (!(await confirmDeletion('Delete the webhook?', effect))) return;
  await deleteWebhook(name);
  location.hash = formatAddress({ ...name, webhookId: undefined });
  announce('The webhook is deleted.');
}
