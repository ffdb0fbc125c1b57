import { announce, button, element } from '../../shared/dom.ts';
import { showView } from '../parts/show-view.ts';
import { say } from '../parts/language.ts';
import { writeDraft } from './draft.ts';
import type { Draft } from './draft.ts';

/** The reason for which a claim ended. */
export type ClaimEnd = 'expired' | 'withdrawn';

const lines = {
  expired: { title: 'expired', text: 'expiredText' },
  withdrawn: { title: 'withdrawnTitle', text: 'withdrawn' },
} as const satisfies Record<ClaimEnd, object>;

/** Shows the answers to a task that has ended, for copying. */
export function showExpired(draft: Draft, discard: () => void, end: ClaimEnd = 'expired'): void {
  const { title, text: reason } = lines[end];
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
      element('h1', {}, say(title)),
      element('p', {}, say(reason)),
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
