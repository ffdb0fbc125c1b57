import { expect, it } from 'vitest';
import { createInterimFilter } from './interim-filter.ts';

const interim = 'HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n';
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

function filterAll(text: string, size: number): string {
  const filter = createInterimFilter();
  const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
  return chunks.map((chunk) => filter.filter(Buffer.from(chunk)).toString()).join('');
}

it.each([1, 2, 7, 12, 33, 1_000])('removes interim answers that arrive in parts of %i bytes', (size) => {
  expect(filterAll(`HTTP/1.1 103 Hints\r\n\r\n${interim}HTTP/1.1 100\r\n\r\n${answer}`, size)).toBe(answer);
  expect(filterAll(answer, size)).toBe(answer);
});

it.each(['HTTP/1.1 101 Switching Protocols\r\n\r\n', 'SSH-2.0\r\n', 'HTTP/1.1 10'])('keeps %j', (text) => {
  expect(filterAll(`${text}${answer}`, 1_000)).toBe(`${text}${answer}`);
});

it('keeps a body that looks like one, and filters the next answer', () => {
  const filter = createInterimFilter();
  const first = `${answer}${interim}`;
  expect(filter.filter(Buffer.from(first)).toString()).toBe(first);
  expect(filter.filter(Buffer.from(interim)).toString()).toBe(interim);
  filter.beginRequest();
  expect(filter.filter(Buffer.from(interim)).toString()).toBe('');
  expect(filter.filter(Buffer.from(answer)).toString()).toBe(answer);
});

it('keeps a head that does not end', () => {
  const long = `HTTP/1.1 100 Continue\r\nx: ${'a'.repeat(20_000)}`;
  expect(filterAll(long, 5_000)).toBe(long);
});
