import type { CrowdAnswer } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { createDecisionCalls } from './decision-calls.ts';
import type { DecisionOptions } from './decision-calls.ts';
import { createDecisionNotes } from './decision-notes.ts';
import { createRejectForm } from './reject-form.ts';
import { createKeyButton } from './shortcuts.ts';
import type { Shortcut } from './shortcuts.ts';

interface Decisions {
  readonly shortcuts: readonly Shortcut[];
  /** The line about the last decision. */
  readonly lastDecision: HTMLElement;
  /** The buttons, the note to the worker, and the form of a rejection. */
  readonly node: HTMLElement;
  /** Fits the buttons to the answer. */
  show(answer: CrowdAnswer | undefined): void;
}

/** Creates the buttons that accept or reject the current answer. After a decision the next answer that waits is shown. */
export function createDecisions(options: DecisionOptions): Decisions {
  const { queue } = options;
  const notes = createDecisionNotes();
  const calls = createDecisionCalls(options, notes);
  const { note, field } = createNote();
  const rejectPlace = element('div', {});
  const accept = createKeyButton(
    'Accept',
    'a',
    () => void calls.accept(queue.current, note.value.trim()),
    'main',
  );
  const reject = createKeyButton('Reject', 'r', () => openForm(queue.current));
  const undo = createKeyButton('Undo the rejection', 'u', () => void calls.undo(queue.current));
  const buttons = element('div', { className: 'row' }, accept.button, reject.button, undo.button);
  const setForm = (form: HTMLFormElement | undefined): void => {
    rejectPlace.replaceChildren(...(form === undefined ? [] : [form]));
    for (const one of [field, accept.button, reject.button])
      one.hidden = form !== undefined || queue.current?.status !== 'pending_review';
  };
  function openForm(answer: CrowdAnswer | undefined): void {
    if (answer === undefined) return;
    notes.hide();
    const form = createRejectForm({
      onSubmit: (rejection) => calls.reject(answer, rejection),
      onCancel() {
        setForm(undefined);
        reject.button.focus();
      },
    });
    setForm(form);
    form.querySelector('select')?.focus();
    form.scrollIntoView({ block: 'nearest' });
  }
  let shownId = '';
  let shownStatus = '';
  return {
    shortcuts: [accept, reject, undo],
    lastDecision: notes.decision,
    node: element('div', { className: 'stack' }, field, buttons, rejectPlace, notes.error),
    show(answer) {
      const { id = '', status = '' } = answer ?? {};
      if (id === shownId && status === shownStatus) return;
      [shownId, shownStatus] = [id, status];
      notes.hide();
      note.value = '';
      const hadFocus =
        rejectPlace.contains(document.activeElement) || buttons.contains(document.activeElement);
      setForm(undefined);
      undo.button.hidden = status !== 'rejected';
      if (hadFocus) (undo.button.hidden ? accept.button : undo.button).focus();
    },
  };
}

function createNote() {
  const note = element('textarea', { id: 'acceptance-note', rows: 2, maxLength: 1_024 });
  const label = element('label', { htmlFor: note.id }, 'Note to the worker, if you accept (optional)');
  return { note, field: element('div', {}, label, note) };
}
