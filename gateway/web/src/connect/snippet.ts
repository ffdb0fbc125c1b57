import { announce, button, element } from '../shared/dom.ts';
import type { Snippet } from './clients.ts';

/** Creates a text with a button that copies it. Without access to the clipboard, the button selects the text. */
export function createSnippet({ place, text }: Snippet): HTMLElement {
  const code = element('code', {}, text);
  const block = element('pre', { tabIndex: 0, role: 'region', 'aria-label': place }, code);
  const copy = async (pressed: HTMLButtonElement): Promise<void> => {
    const isCopied = await writeClipboard(text);
    if (!isCopied) getSelection()?.selectAllChildren(code);
    pressed.textContent = isCopied ? 'Copied' : 'Selected';
    announce(isCopied ? `${place}: copied.` : 'The text is selected. Press Ctrl+C to copy it.');
  };
  const copyButton = button('Copy', (pressed) => void copy(pressed), {
    kind: 'slim',
    'aria-label': `Copy: ${place}`,
  });
  return element(
    'div',
    { className: 'snippet' },
    element('div', { className: 'snippet-head' }, element('span', { className: 'small' }, place), copyButton),
    block,
  );
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers refuse the clipboard without TLS.
    return false;
  }
}
