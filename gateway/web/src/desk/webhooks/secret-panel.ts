import { announce, button, element } from '../../shared/dom.ts';

interface ShownSecret {
  readonly secret: string;
  /** A sentence about the effect of the secret. */
  readonly note: string;
}

/** Secrets that this page has received and the person has not confirmed yet. They are forgotten with the page. */
const secrets = new Map<string, ShownSecret>();

export function keepSecret(webhookId: string, shown: ShownSecret): void {
  secrets.set(webhookId, shown);
}

export const forgetSecret = (webhookId: string): boolean => secrets.delete(webhookId);

/** Creates the panel that shows a new secret until the person confirms it; undefined without a new secret. */
export function createSecretPanel(webhookId: string, onClose: () => void): HTMLElement | undefined {
  const shown = secrets.get(webhookId);
  if (shown === undefined) return undefined;
  const field = element('textarea', {
    id: 'webhook-secret',
    readOnly: true,
    rows: 2,
    value: shown.secret,
    spellcheck: false,
    autocomplete: 'off',
    'aria-describedby': 'webhook-secret-note',
  });
  const copy = async (): Promise<void> => {
    field.select();
    try {
      await navigator.clipboard.writeText(shown.secret);
      copied.textContent = 'Copied.';
    } catch {
      // Browsers refuse the clipboard without TLS.
      copied.textContent = 'The secret is selected. Press Ctrl+C to copy it.';
    }
    copied.hidden = false;
    announce(copied.textContent);
  };
  const close = (): void => {
    forgetSecret(webhookId);
    panel.remove();
    onClose();
  };
  const copied = element('p', { className: 'soft small', hidden: true });
  const panel = element(
    'section',
    { className: 'sheet secret', 'aria-labelledby': 'webhook-secret-title' },
    element('h2', { id: 'webhook-secret-title', tabIndex: -1 }, 'Store the secret now'),
    element('p', { id: 'webhook-secret-note' }, `This is the only time that it is shown. ${shown.note}`),
    element('div', {}, element('label', { htmlFor: field.id }, 'Secret'), field),
    copied,
    element(
      'div',
      { className: 'row' },
      button('Copy', () => void copy(), { 'aria-label': 'Copy the secret' }),
      button('I have stored it', close, { kind: 'main' }),
    ),
  );
  return panel;
}
