import type { NamedBytes } from '@assay/test-kit/rest';

/** Every fifth text is a copy of another one, and every third has line ends to be changed. */
export function makeText(index: number): NamedBytes {
  const number = index % 5 === 4 ? index - 1 : index;
  const words = Array.from({ length: 40 }, (_, at) => `word${((number + 1) * (at + 7)).toString(36)}`);
  const bytes = Buffer.from(words.join(number % 3 === 0 ? '\r\n' : '\n'));
  return { name: `text-${index.toString().padStart(5, '0')}.txt`, bytes, type: 'text/plain' };
}
