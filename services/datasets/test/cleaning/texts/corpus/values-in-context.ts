import type { PersonalDataKind } from '../../../../src/cleaning/texts/personal-data/placeholders.ts';
import { makeCard, makeIban, makeIpv4, makeIpv6, fill, pick } from './personal-values.ts';
import type { Random } from './personal-values.ts';
import { ordinaryNames, valueKinds } from './world-language.ts';
import type { OrdinaryName, ValueKind, WorldLanguage } from './world-language.ts';
import { spacelessLanguages, worldLanguages } from './world-languages.ts';

export const placeholderKinds: Readonly<Record<ValueKind, PersonalDataKind>> = {
  email: 'EMAIL',
  phone: 'PHONE',
  iban: 'IBAN',
  card: 'CARD',
  ipv4: 'IP',
  ipv6: 'IP',
};

/** A text with a value between `start` and `end`. */
export interface TextInContext {
  readonly language: string;
  readonly context: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
export interface ValueInContext extends TextInContext {
  readonly kind: ValueKind;
}
export interface NumberInContext extends TextInContext {
  readonly name: OrdinaryName;
}

interface Place {
  readonly words: WorldLanguage;
  readonly noun: string;
  readonly kind: ValueKind;
  readonly attached: readonly [string, string];
  readonly isSpaceless: boolean;
}

/** Texts before and after a value. */
type Surround = (place: Place) => readonly [string, string];

const contexts: Readonly<Record<string, Surround>> = {
  space: ({ noun, words, isSpaceless }) =>
    isSpaceless ? [noun, words.next] : [`${noun} `, ` ${words.next}`],
  sentence: ({ noun, isSpaceless }) => (isSpaceless ? [noun, '。'] : [`${noun} `, '.']),
  colon: ({ noun, isSpaceless }) => [`${noun}${isSpaceless ? '：' : ':'}`, '\n'],
  comma: ({ noun, words, isSpaceless }) =>
    isSpaceless ? [`${noun}，`, `，${words.next}`] : [`${noun},`, `,${words.next}`],
  slash: ({ noun, words }) => [`${noun}/`, `/${words.next}`],
  hyphen: ({ noun, words, kind }) =>
    kind === 'email' ? [`${noun} - `, ` - ${words.next}`] : [`${noun}-`, `–${words.next}`],
  bracket: ({ noun, words, isSpaceless }) =>
    isSpaceless ? [`${noun}（`, `）${words.next}`] : [`${noun} (`, `) ${words.next}`],
  square: ({ noun }) => [`${noun} [`, ']'],
  quote: ({ noun, words, isSpaceless }) =>
    isSpaceless ? [`${noun}「`, `」${words.next}`] : [`${noun} "`, `" ${words.next}`],
  attached: ({ noun, words, attached: [before, after] }) => [`${noun} ${before}`, `${after} ${words.next}`],
  'without noun': ({ words, kind }) => splitSentence(kind === 'phone' ? words.call : `${words.next} %.`),
  bare: ({ words, isSpaceless }) => (isSpaceless ? ['。', words.next] : ['', ` ${words.next}`]),
  csv: ({ noun, kind }) => [`name,${kind},n\n${noun},`, ',7\nJoe,,8\n'],
  json: ({ noun, kind }) => [`{"name":"${noun}","${kind}":"`, '","n":7}\n'],
};
export const contextNames = [...Object.keys(contexts), 'digits'];

function splitSentence(sentence: string): readonly [string, string] {
  const [before = '', after = ''] = sentence.split('%');
  return [before, after];
}

/** The first digit of the script, for languages that also write other digits than the ASCII ones. */
const zeros: Readonly<Record<string, number>> = { ar: 0x0660, zh: 0xff10, ja: 0xff10, th: 0x0e50 };

/** Makes each kind of value once in each context, in each language. */
export function makeValuesInContext(random: Random): readonly ValueInContext[] {
  return Object.entries(worldLanguages).flatMap(([language, words]) =>
    valueKinds.flatMap((kind) => {
      const isSpaceless = spacelessLanguages.includes(language);
      const place = {
        words,
        noun: words.nouns[kind],
        kind,
        isSpaceless,
        attached: pick(random, words.attached),
      };
      const plain = Object.entries(contexts).map(([context, surround]) => {
        const parts = surround(place);
        const isTable = context === 'csv' || context === 'json';
        const intro = isTable ? '' : `${words.prose} `;
        return {
          kind,
          language,
          context,
          ...join([intro + parts[0], makeValue(random, kind, words), parts[1]]),
        };
      });
      const zero = zeros[language];
      if (zero === undefined || kind === 'email' || kind === 'ipv6') return plain;
      const value = makeValue(random, kind, words).replace(/\d/g, (digit) =>
        String.fromCodePoint(zero + Number(digit)),
      );
      const text = join([`${words.prose} ${place.noun} `, value, ` ${words.next}`]);
      return [...plain, { kind, language, context: 'digits', ...text }];
    }),
  );
}

function join([before, value, after]: readonly [string, string, string]) {
  return { text: before + value + after, start: before.length, end: before.length + value.length };
}

function makeValue(random: Random, kind: ValueKind, words: WorldLanguage): string {
  switch (kind) {
    case 'email':
      return fill(
        random,
        pick(random, ['kim.test~#@example.com', 'o_nowak~@mail.example.org', 'PETER#@example.co.uk']),
      );
    case 'phone':
      return fill(random, pick(random, words.phones));
    case 'iban':
      return makeIban(random);
    case 'card':
      return makeCard(random);
    case 'ipv4':
      return makeIpv4(random);
    case 'ipv6':
      return makeIpv6(random);
  }
}

const shapes: Readonly<Record<OrdinaryName, readonly string[]>> = {
  price: ['~#.##', '~,###.##', '~.###,##', '~ ### ###', '~,###,###', '~##,###'],
  year: ['19##', '18##–19##', '20##-2#', '20##'],
  id: ['~#########', '~########', '4~########', 'C-~####-###', '~#######-#', '17###########'],
  order: [
    '~#########',
    '20##-00####',
    '~##-######',
    '30~-#######-#######',
    '~###########',
    '4###############',
  ],
  measure: ['~## × ~#', '~,### km', '~#,# %', '~.~#.#', '10~# hPa', '~### kg'],
  pages: ['~##–~##', '1~##-1~##', '~#–~#, ~##', '1###-1###'],
  version: ['~.~#.#', '10.0.~####.~###', '~.#.~.~', '2.~#.0', '1~.0.1#.~'],
};
const fieldKeys: Readonly<Record<OrdinaryName, string>> = {
  price: 'price',
  year: 'year',
  id: 'customerId',
  order: 'order_no',
  measure: 'size',
  pages: 'pages',
  version: 'version',
};

/** Makes ordinary numbers in sentences, and as fields beside an e-mail address. */
export function makeNumbersInContext(random: Random, perName: number): readonly NumberInContext[] {
  return Object.entries(worldLanguages).flatMap(([language, words]) =>
    ordinaryNames.flatMap((name) =>
      Array.from({ length: perName }, (_, index) => {
        const number = fill(random, shapes[name][index % shapes[name].length] ?? '');
        const context = (['sentence', 'sentence', 'json', 'csv'] as const)[random.below(4)] ?? 'sentence';
        const [before, after] = surroundNumber(context, name, words);
        return { name, language, context, ...join([before, number, after]) };
      }),
    ),
  );
}

function surroundNumber(
  context: 'sentence' | 'json' | 'csv',
  name: OrdinaryName,
  words: WorldLanguage,
): readonly [string, string] {
  const key = fieldKeys[name];
  if (context === 'json') return [`{"email":"jane@example.com","${key}":"`, '"}\n{"email":"","n":2}\n'];
  if (context === 'csv') return [`mail;${key};n\njane@example.com;`, ';1\njoe@example.com;;2\n'];
  const [before, after] = splitSentence(words.ordinary[name]);
  return [`${words.prose} ${before}`, after];
}
