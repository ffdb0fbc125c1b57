import type { SurveyQuestion } from '../../shared/api/api-types.ts';
import { element } from '../../shared/dom.ts';
import { say } from './language.ts';
import type { Field, FieldInput } from '../questions/field.ts';

export function createText({ value, task, labelledBy, describedBy, change }: FieldInput): Field {
  const text = typeof value === 'string' ? value : '';
  const area = element('textarea', { rows: 4, value: text, lang: task.language, dir: 'auto' });
  area.setAttribute('aria-labelledby', labelledBy);
  area.setAttribute('aria-describedby', describedBy);
  const count = element('p', { className: 'soft small' });
  const update = (): void => {
    count.textContent = area.value.length < 8_000 ? '' : say('characters', { count: area.value.length });
  };
  area.addEventListener('input', () => {
    update();
    change(area.value === '' ? undefined : area.value);
  });
  update();
  return { nodes: [area, count], control: area };
}

export function createNumber({ question, value, labelledBy, describedBy, change }: FieldInput): Field {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const hintId = `${labelledBy}-hint`;
  const input = element('input', {
    type: 'text',
    inputMode: 'decimal',
    value: text,
    autocomplete: 'off',
    dir: 'ltr',
  });
  input.setAttribute('aria-labelledby', labelledBy);
  input.setAttribute('aria-describedby', `${hintId} ${describedBy}`);
  input.addEventListener('input', () => change(readNumber(input.value)));
  return {
    nodes: [element('p', { id: hintId, className: 'soft small' }, describeBounds(question)), input],
    control: input,
  };
}

/** Returns the number of a text with a decimal point or comma, the text itself if it is none or ambiguous, undefined if it is empty. */
export function readNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  // `1,000` is a thousand in some languages and one in others.
  if (/^[+-]?\d{1,3},\d{3}$/u.test(trimmed)) return text;
  const plain = trimmed.replace(',', '.');
  const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(number) ? number : text;
}

function describeBounds({ min, max }: SurveyQuestion): string {
  if (min !== null && max !== null) return say('between', { min, max });
  if (min !== null) return say('atLeast', { min });
  return max === null ? '' : say('atMost', { max });
}
