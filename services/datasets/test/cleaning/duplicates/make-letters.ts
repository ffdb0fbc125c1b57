import { createRandom } from '@assay/test-kit/seeded-random';
import { languages, prose } from '../texts/corpus/languages.ts';
import type { PairRelation } from './removal-counts.ts';

/** Two texts, and the way in which the second one was made. */
export interface TextPair {
  readonly kind: string;
  readonly relation: PairRelation;
  readonly one: string;
  readonly other: string;
}

const names = ['Miller Bakery', 'Brown Garage', 'Hansen Boats', 'Costa Wines', 'Novak Tiles', 'Laine Paper'];

/** Makes letters with shared paragraphs, which differ in a name, a number, a date or a sentence, and copies of them. */
export function makeLetterPairs(count: number, seed: number): readonly TextPair[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, at) => makePairs(random.below(1_000_000), at)).flat();
}

function makePairs(seed: number, at: number): readonly TextPair[] {
  const random = createRandom(seed);
  const language = languages[at % languages.length] ?? 'en';
  const sentences = prose[language];
  const start = random.below(sentences.length);
  const terms = Array.from({ length: 9 }, (_, place) => sentences[(start + place) % sentences.length] ?? '');
  const fields = {
    name: names[random.below(names.length)] ?? '',
    total: `${(100 + random.below(900)).toString()}.00`,
    date: `2026-03-${(10 + random.below(15)).toString()}`,
    last: sentences[(start + 9) % sentences.length] ?? '',
  };
  const write = ({ name, total, date, last }: typeof fields): string =>
    `${name}\n${date}\n\n${terms.slice(0, 5).join(' ')}\n\nEUR ${total}\n\n${terms.slice(5).join(' ')}\n${last}\n`;
  const one = write(fields);
  const otherName = names.find((name) => name !== fields.name) ?? '';
  const different = (kind: string, changed: Partial<typeof fields>): TextPair => ({
    kind,
    relation: 'different',
    one,
    other: write({ ...fields, ...changed }),
  });
  return [
    { kind: 'letter-line-ends', relation: 'copy', one, other: one.replaceAll('\n', '\r\n') },
    { kind: 'letter-wrapped', relation: 'copy', one, other: one.replaceAll('. ', '.\n') },
    different('letter-name', { name: otherName }),
    different('letter-total', { total: fields.total.replace('.00', '.50') }),
    different('letter-date', { date: fields.date.replace('2026', '2025') }),
  ];
}
