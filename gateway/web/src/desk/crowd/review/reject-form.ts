import { button, element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import type { Rejection } from '../parts/crowd-types.ts';
import { formatCount } from '../parts/texts.ts';
import { rejectionReasons } from './reasons.ts';

const minLength = 20;
const maxLength = 1_024;

interface RejectFormOptions {
  /** Sends the rejection, and shows its errors. */
  readonly onSubmit: (rejection: Rejection) => Promise<void>;
  readonly onCancel: () => void;
}

/** Creates the form of a rejection. The category writes a starting text. Escape closes the form. */
export function createRejectForm({ onSubmit, onCancel }: RejectFormOptions): HTMLFormElement {
  const { category, reason, count } = createFields();
  const problem = element('p', { className: 'notice bad', role: 'alert', hidden: true });
  reason.addEventListener('input', () => {
    problem.hidden = true;
    reason.removeAttribute('aria-invalid');
  });
  const send = async (): Promise<void> => {
    problem.hidden = true;
    const fault = findFault(category.value, reason.value);
    reason.setAttribute('aria-invalid', String(fault !== undefined));
    if (fault !== undefined) {
      problem.textContent = fault;
      problem.hidden = false;
      reason.focus();
      return;
    }
    await onSubmit({
      rejectionCategory: category.value as Rejection['rejectionCategory'],
      rejectionReason: reason.value.trim(),
    });
  };
  const form = element(
    'form',
    { className: 'stack reject', 'aria-labelledby': 'reject-title', noValidate: true },
    element('h3', { id: 'reject-title' }, 'Reject this answer'),
    element('div', {}, element('label', { htmlFor: category.id }, 'Category'), category),
    element('div', {}, element('label', { htmlFor: reason.id }, 'Reason'), reason),
    count,
    problem,
    element(
      'div',
      { className: 'row' },
      element('button', { type: 'submit', className: 'button danger' }, 'Reject'),
      button('Cancel', onCancel),
    ),
  );
  listen(form, { send, onCancel });
  return form;
}

/** Creates the fields. The category writes the starting text of the reason. */
function createFields() {
  const category = element('select', { id: 'reject-category' });
  const names = rejectionReasons.map((reason) => ({ value: reason.category, text: reason.name }));
  fillSelect(category, names, names[0]?.value);
  const reason = element('textarea', {
    id: 'reject-reason',
    rows: 4,
    value: startText(category.value),
    'aria-describedby': 'reject-count',
  });
  const count = element('p', { id: 'reject-count', className: 'soft small' });
  const showCount = (): void => {
    count.textContent = `${formatCount(measure(reason.value))} of ${formatCount(maxLength)} characters, at least ${minLength}. The worker reads this.`;
  };
  let started = reason.value;
  category.addEventListener('change', () => {
    // A text that the person has written stays.
    if (reason.value !== started && reason.value.trim() !== '') return;
    reason.value = startText(category.value);
    started = reason.value;
    showCount();
  });
  reason.addEventListener('input', showCount);
  showCount();
  return { category, reason, count };
}

function listen(
  form: HTMLFormElement,
  { send, onCancel }: { readonly send: () => Promise<void>; readonly onCancel: () => void },
): void {
  let isSending = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    void send().finally(() => {
      isSending = false;
    });
  });
  form.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') onCancel();
  });
}

const startText = (category: string): string =>
  rejectionReasons.find((reason) => reason.category === category)?.text ?? '';

function findFault(category: string, reason: string): string | undefined {
  const length = measure(reason);
  if (length < minLength) return `Write at least ${minLength} characters.`;
  if (length > maxLength) return 'The reason is too long. Shorten it.';
  const start = startText(category);
  const isUnfinished = start.endsWith(' ') && reason.trim() === start.trim();
  return isUnfinished ? 'Complete the sentence, so that the worker knows the reason.' : undefined;
}

/** Counts characters as the API does. */
const measure = (text: string): number => Array.from(text.trim()).length;
