import { announce, button, element } from '../../../shared/browser/dom.ts';
import { showView } from '../show-view.ts';
import { say } from '../language.ts';
import { writeDraft } from './draft.ts';
import type { Draft } from './draft.ts';

/** Shows the answers to a task whose time is over, for copying. */
export function showExpired(draft: Draft, discard: () => void): void {
  const text = element('textarea', {
    id: 'kept',
    readOnly: true,
    rows: 10,
    value: writeDraft(draft),
    lang: draft.survey.language,
    dir: 'auto',
  });
  const copy = (): void => {
    text.focus();
    text.select();
    // Without TLS there is no clipboard: the selected text can be copied by key or menu.
    if (!('clipboard' in navigator)) return;
    navigator.clipboard.writeText(text.value).then(
      () => announce(say('copied')),
      () => undefined,
    );
  };
  showView(
    element(
      'article',
      { className: 'card' },
      element('h1', {}, say('expired')),
      element('p', {}, say('expiredText')),
      element('label', { htmlFor: 'kept' }, say('keptAnswers')),
      text,
      element(
        'div',
        { className: 'actions' },
        button(say('copy'), copy, { kind: 'main' }),
        button(say('discard'), discard),
      ),
    ),
  );
}
