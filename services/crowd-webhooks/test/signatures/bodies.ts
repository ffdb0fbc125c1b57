import type { SeededRandom } from '@assay/test-kit/seeded-random';

/** Texts that software between a sender and a verifier tends to change. */
const oddTexts = [
  ...[
    '',
    ' ',
    '0',
    'null',
    'Größe',
    'e\u0301 and \u00E9',
    '日本語',
    '\u{1F469}\u200D\u{1F52C}',
    'עִבְרִית',
    '\u202Eabc',
  ],
  ...[
    'line\u2028and\u2029paragraph',
    'a\u0000b',
    '\u0001\u001F\u007F\u0085',
    '\b\f\n\r\t',
    '\r\n\r\n',
    '\uFEFF',
  ],
  ...[
    '"',
    '\\',
    '\\u0041',
    '\\"',
    '</script>',
    '&lt;&amp;',
    '%2e%2e%2f',
    'a.b.c',
    't=1,v1=0',
    'v1,AAAA v1,BBBB',
  ],
  // Half of a character, which JSON escapes.
  ...['\uD83D', '\uDE00', 'a\uFFFD', '+/=', "'; --", '${x}'],
];

/** Builds the exact text of a body: seldom one without data, sometimes a long one. */
export function buildBody(random: SeededRandom, index: number): string {
  if (index % 97 === 0) return '{}';
  const name = random.pick(oddTexts) ?? '';
  const repeated = index % 101 === 0 ? name.repeat(2_000) : name;
  const data = { index, name: repeated, [name]: random.below(2 ** 31) / 7, none: null, list: [name, [], {}] };
  return JSON.stringify(data, undefined, index % 5 === 0 ? 2 : 0);
}
