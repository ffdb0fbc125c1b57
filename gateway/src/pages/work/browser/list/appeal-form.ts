import { appeal } from '../api.ts';
import { announce, button, element } from '../dom.ts';
import { say } from '../language.ts';
import { attempt, showLine } from '../problem.ts';
import { ApiError } from '../request.ts';
import type { OwnAnswer } from '../types.ts';

const [minLength, maxLength] = [20, 2_000];

/**
 * Creates the button and the form of an appeal against a rejection. The contract does not say when an answer was rejected, so the
 * server decides if the 7 days are over.
 */
export function createAppeal({ id, jobTitle }: OwnAnswer): HTMLElement {
  const [messageId, helpId, errorId] = [`appeal-${id}`, `appeal-help-${id}`, `appeal-error-${id}`];
  const message = element('textarea', { id: messageId, rows: 4, maxLength, dir: 'auto' });
  message.setAttribute('aria-describedby', `${helpId} ${errorId}`);
  const error = element('p', { id: errorId, className: 'error' });
  const toggle = (isOpen: boolean): void => {
    form.hidden = !isOpen;
    open.hidden = isOpen;
    if (isOpen) message.focus();
    else open.focus();
  };
  const send = async (): Promise<void> => {
    const text = message.value.trim();
    error.textContent = text.length < minLength ? say('appealShort') : '';
    if (text.length < minLength) {
      message.setAttribute('aria-invalid', 'true');
      message.focus();
      return;
    }
    try {
      await appeal(id, text);
      node.replaceChildren(element('p', { className: 'small', role: 'status' }, say('open')));
      announce(say('appealSent'));
    } catch (cause) {
      const status = cause instanceof ApiError ? cause.status : undefined;
      if (status === 410) showLine(say('appealOver'));
      else if (status === 409) showLine(say('appealDone'));
      else throw cause;
    }
  };
  const open = button(say('appeal'), () => toggle(true), {
    kind: 'slim',
    ariaLabel: say('appealFor', { title: jobTitle }),
  });
  const form = element(
    'div',
    { className: 'field', hidden: true },
    element('label', { htmlFor: messageId }, say('appealMessage')),
    element('p', { id: helpId, className: 'soft small' }, say('appealHelp')),
    message,
    error,
    element(
      'div',
      { className: 'actions' },
      button(say('appealSend'), () => attempt(send), { kind: 'main' }),
      button(say('cancel'), () => toggle(false)),
    ),
  );
  const node = element('div', {}, open, form);
  return node;
}
