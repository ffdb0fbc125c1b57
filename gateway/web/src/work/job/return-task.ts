import { button, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';

/** Creates the button that returns a task. It takes two presses, because returning deletes the answers. */
export function createReturn(confirm: () => void): HTMLElement {
  const first = button(say('returnTask'), () => choose(true));
  const keep = button(say('keepWorking'), () => choose(false));
  const buttons = element('div', { className: 'actions' }, keep, button(say('returnTask'), confirm));
  const question = element(
    'div',
    { className: 'confirm', hidden: true },
    element('p', {}, say('returnQuestion')),
    buttons,
  );
  const choose = (isOpen: boolean): void => {
    first.hidden = isOpen;
    question.hidden = !isOpen;
    (isOpen ? keep : first).focus();
  };
  return element('div', { className: 'return' }, first, question);
}
