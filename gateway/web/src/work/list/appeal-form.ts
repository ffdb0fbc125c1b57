import { api } from '../parts/api.ts';
import type { OwnAnswer } from '../../shared/api/api-types.ts';
import { announce, button, element } from '../../shared/dom.ts';
import { formatTime, say } from '../parts/language.ts';
import { isWithdrawn } from '../parts/error-lines.ts';
import { attempt, showLine } from '../parts/problem.ts';
import { ApiError } from '../../shared/api-error.ts';

const minLength = 20;
const maxLength = 2_000;

/** Creates the button and the form of an appeal against a rejection, or a line that says that the time for it is over. */
export function createAppeal({ id, jobTitle }: OwnAnswer, until: string): HTMLElement {
  const isOver = (): boolean => Date.parse(until) < Date.now();
  if (isOver()) return createLine(say('appealOver'));
  const messageId = `appeal-${id}`;
  const helpId = `appeal-help-${id}`;
  const errorId = `appeal-error-${id}`;
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
      await api.createAppeal({ answerId: id, body: { message: text } });
      node.replaceChildren(createLine(say('open')));
      announce(say('appealSent'));
    } catch (cause) {
      const status = cause instanceof ApiError ? cause.status : undefined;
      if (isWithdrawn(cause)) node.replaceChildren(createLine(say('appealClosed')));
      else if (status === 410) node.replaceChildren(createLine(say('appealOver')));
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
  const end = element('p', { className: 'soft small' }, say('appealUntil', { time: formatTime(until) }));
  const node = element('div', {}, end, open, form);
  return node;
}

const createLine = (text: string): HTMLElement => element('p', { className: 'small', role: 'status' }, text);
