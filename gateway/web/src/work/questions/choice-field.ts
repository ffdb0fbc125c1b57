import { button, element } from '../../shared/dom.ts';
import { formatNumber, say } from '../parts/language.ts';
import type { Field, FieldInput } from './field.ts';
import { surveyText } from './field.ts';

interface Choice {
  readonly value: unknown;
  readonly label: Node | string;
}

/** One of the options. */
export function createSingleChoice(input: FieldInput): Field {
  const { question, task } = input;
  return createRadios(
    input,
    question.options.map(({ value, label }) => ({ value, label: surveyText(label, task.language) })),
  );
}

export function createBoolean(input: FieldInput): Field {
  const choices = [
    { value: true, label: say('yes') },
    { value: false, label: say('no') },
  ];
  return createRadios(input, choices, 'short');
}

/** A whole number from `min` to `max`, which differ by at most 20. */
export function createScale(input: FieldInput): Field {
  const { min, max } = input.question;
  const from = min ?? 0;
  const to = max ?? 0;
  const numbers = Array.from({ length: to - from + 1 }, (_none, index) => from + index);
  return createRadios(
    input,
    numbers.map((value) => ({ value, label: formatNumber(value) })),
    'scale',
  );
}

/** One of the files of the task. */
export function createFileChoice(input: FieldInput): Field {
  const choices = input.task.files.map(({ fileId, url, mimeType }, index) => {
    const name = say('file', { number: index + 1 });
    const isImage = mimeType.startsWith('image/');
    const label = element('span', { className: 'file-choice' });
    if (isImage) label.append(element('img', { src: url, alt: '', className: 'thumbnail' }));
    label.append(name);
    return { value: fileId, label };
  });
  return createRadios(input, choices);
}

function createRadios(input: FieldInput, choices: readonly Choice[], kind = ''): Field {
  const { question, describedBy } = input;
  const radios: HTMLInputElement[] = [];
  const rows = choices.map(({ value, label }, index) => {
    const name = `answer-${question.key}`;
    const checked = input.value === value;
    const radio = element('input', { type: 'radio', name, value: String(index), checked });
    radio.setAttribute('aria-describedby', describedBy);
    radio.addEventListener('change', () => input.change(value));
    radios.push(radio);
    return element('label', { className: 'option' }, radio, label);
  });
  const list = element('div', { className: `options ${kind}`.trim() }, ...rows);
  return {
    nodes: question.required ? [list] : [list, clearButton(input, radios)],
    control: radios[0] ?? list,
  };
}

/** A radio button cannot be cleared by itself. An optional question can have no answer. */
function clearButton({ change, labelledBy }: FieldInput, radios: readonly HTMLInputElement[]): HTMLElement {
  const clear = button(
    say('clearChoice'),
    () => {
      for (const radio of radios) radio.checked = false;
      change(undefined);
    },
    { kind: 'slim quiet' },
  );
  clear.setAttribute('aria-describedby', labelledBy);
  return clear;
}

/** Several of the options. An exclusive one clears all others. */
export function createMultipleChoice({ question, task, value, describedBy, change }: FieldInput): Field {
  const chosen = new Set<string>(Array.isArray(value) ? (value as string[]) : []);
  const { options } = question;
  const boxes = options.map((option) => {
    const box = element('input', { type: 'checkbox', checked: chosen.has(option.value) });
    box.setAttribute('aria-describedby', describedBy);
    return box;
  });
  const select = (index: number): void => {
    const isExclusive = options[index]?.exclusive === true;
    for (const [other, box] of boxes.entries()) {
      const excludes = isExclusive || options[other]?.exclusive === true;
      if (other !== index && boxes[index]?.checked === true && excludes) box.checked = false;
    }
    const selected = options.filter((_option, at) => boxes[at]?.checked).map((option) => option.value);
    change(selected.length === 0 ? undefined : selected);
  };
  const rows = boxes.map((box, index) => {
    box.addEventListener('change', () => select(index));
    return element(
      'label',
      { className: 'option' },
      box,
      surveyText(options[index]?.label ?? '', task.language),
    );
  });
  const list = element('div', { className: 'options' }, ...rows);
  return { nodes: [list], control: boxes[0] ?? list };
}
