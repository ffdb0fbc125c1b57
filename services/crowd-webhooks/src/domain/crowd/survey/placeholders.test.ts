import { expect, it } from 'vitest';
import { fillPlaceholders, listPlaceholders, readPlaceholder } from './placeholders.ts';

it('a text names its lists, also with spaces, and several times', () => {
  expect(listPlaceholders('{{city.value}} or {{ a list .value}}, {{city.value}}')).toEqual([
    ...['city', 'a list', 'city'],
  ]);
  for (const text of ['{{city}}', '{city.value}', '{{.value}}', '{{a\nb.value}}', '{{{{x.value}']) {
    expect(listPlaceholders(text)).toEqual([]);
  }
});

it('a value is put in once: a placeholder in a value stays text', () => {
  const values = new Map([
    ['a', '{{b.value}} $& $1'],
    ['b', 'secret'],
  ]);
  expect(fillPlaceholders('{{a.value}} {{c.value}}', values)).toBe('{{b.value}} $& $1 {{c.value}}');
});

it('only a whole text is the placeholder of a known answer', () => {
  expect(readPlaceholder('{{truth.value}}')).toBe('truth');
  for (const value of [' {{truth.value}}', '{{a.value}}{{b.value}}', 3, undefined, ['{{truth.value}}']]) {
    expect(readPlaceholder(value)).toBeUndefined();
  }
});
