import { composeIBAN, isValidIBAN } from 'ibantools';
import type { createRandom } from '@assay/test-kit/seeded-random';
import type { PersonalDataKind } from '../../../../src/cleaning/texts/personal-data/placeholders.ts';
import type { Language } from './languages.ts';

export type Random = ReturnType<typeof createRandom>;

/** Writes a pattern: `#` is a digit, `~` a digit from 1 to 9, `A` a capital letter. */
export function fill(random: Random, pattern: string): string {
  return pattern.replace(/[#~A]/g, (sign) => {
    if (sign === 'A') return String.fromCharCode(65 + random.below(26));
    return String(sign === '#' ? random.below(10) : 1 + random.below(9));
  });
}

export function pick<T>(random: Random, values: readonly T[]): T {
  const value = random.pick(values);
  if (value === undefined) throw new Error('there is nothing to choose from');
  return value;
}

/** Telephone numbers as people write them, in ranges that are in use. */
const phones: Readonly<Record<Language, readonly string[]>> = {
  en: [
    ...[
      '(415) 555-2###',
      '212-555-3###',
      '+1 312 555 4###',
      '+1-617-555-2###',
      '415.555.6###',
      '1-800-555-2###',
    ],
    ...[
      '020 7946 0###',
      '07911 12####',
      '+44 20 7946 0###',
      '+44 (0)161 850 ####',
      '(0161) 850 ####',
      '0791112####',
      '6175552###',
    ],
  ],
  de: [
    ...[
      '030 901####',
      '030/901####',
      '0171 ~######',
      '0151-~#######',
      '+49 171 ~######',
      '+49 (0)30 901 ###',
    ],
    ...[
      '0049 89 ~######',
      '(089) ~##### ##',
      '0171~######',
      '+4930901####',
      '040 ~## ## ##',
      '0176 / ~### ####',
    ],
  ],
  fr: [
    ...['06 1# ## ## ##', '07.6#.##.##.##', '061#######', '+33 6 2# ## ## ##', '+33 (0)1 42 ## ## ##'],
    ...['01-42-##-##-##', '0033 6 5# ## ## ##', '04 91 ## ## ##', '+3361#######', '02/35/0#/##/##'],
  ],
  es: [
    ...['612 ### ###', '6~# ## ## ##', '+34 612 ### ###', '91 1## ## ##', '912 ## ## ##', '612######'],
    ...['(+34) 612 ### ###', '0034 6~# ### ###', '+34 91 1## ## ##', '+34612######', '612-###-###'],
  ],
  it: [
    ...['347 ~## ####', '+39 347 ~######', '06 4### ####', '02-4#######', '347~######', '0039 06 4#######'],
    ...['+39 06 4### ####', '333/~######', '055 2## ###', '+39333~######', '348 ~######'],
  ],
  pl: [
    ...['22 621 ## ##', '501 ### ###', '+48 501 ### ###', '601-###-###', '(22) 621 ## ##', '501######'],
    ...['0048 22 621 ## ##', '+48 22 621 ## ##', '+48501######', '12 421 ## ##', '(12) 421-##-##'],
  ],
};

const firstNames = [
  'anna',
  'j.schmidt',
  'maria_rossi',
  'jean-luc',
  'PETER',
  'k',
  'o.nowak',
  'info+news',
  'x.y.z',
  'lucía',
];
const domains = [
  'example.com',
  'mail.example.co.uk',
  'example-firma.de',
  'müller.example',
  'EXAMPLE.ORG',
  'sub.example.museum',
];
const bbans = [
  ['DE', '################'.concat('##')],
  ['GB', 'AAAA##############'],
  ['FR', '#######################'],
  ['ES', '####################'],
  ['IT', 'A######################'],
  ['PL', '########################'],
  ['NL', 'AAAA##########'],
] as const;
const cards = [
  '4###############',
  '51##############',
  '2221############',
  '37#############',
  '6011############',
  '3530############',
];
const secrets = ['KIzzSy~####-x##', 'eyJhbGciOi~####.e##.s##', 'sk_live_~#####', '~#######xF', 'p4ss%21~###'];
const links = [
  'https://admin:%@db.example.com/backup',
  'ftp://user12:%@files.example.org',
  'https://example.com/reset?token=%',
  'https://api.example.com/v1/items?page=2&api_key=%&limit=10',
  'https://example.com/callback#access_token=%&type=bearer',
  'https://maps.example.com/js?key=%',
  'https://files.example.com/a.zip?X-Amz-Expires=300&X-Amz-Signature=%',
];

/** A value to plant: all of `text` is written, and `secret` has to disappear. */
export interface PlantedValue {
  readonly kind: PersonalDataKind;
  readonly text: string;
  readonly secret: string;
}

export function makePersonalValue(random: Random, kind: PersonalDataKind, language: Language): PlantedValue {
  if (kind === 'CREDENTIAL') {
    const secret = fill(random, pick(random, secrets));
    return { kind, text: pick(random, links).replace('%', () => secret), secret };
  }
  const text = makers[kind](random, language);
  return { kind, text, secret: text };
}

const makers: Readonly<
  Record<Exclude<PersonalDataKind, 'CREDENTIAL'>, (random: Random, language: Language) => string>
> = {
  EMAIL: (random) => `${pick(random, firstNames)}${fill(random, '~###')}@${pick(random, domains)}`,
  PHONE: (random, language) => fill(random, pick(random, phones[language])),
  IBAN: makeIban,
  CARD: makeCard,
  IP: (random) => (random.below(3) === 0 ? makeIpv6(random) : makeIpv4(random)),
};

/** Repeats until the national check digits are right as well. */
export function makeIban(random: Random): string {
  const [countryCode, pattern] = pick(random, bbans);
  for (;;) {
    const iban = composeIBAN({ countryCode, bban: fill(random, pattern) });
    if (iban !== null && isValidIBAN(iban))
      return random.below(2) === 0 ? iban : iban.replace(/(.{4})(?=.)/g, '$1 ');
  }
}

export function makeCard(random: Random): string {
  const digits = fill(random, pick(random, cards)).slice(0, -1);
  const sum = Array.from(digits).reduceRight((total, sign, index) => {
    const doubled = Number(sign) * ((digits.length - index) % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  const number = `${digits}${(10 - (sum % 10)) % 10}`;
  const separator = pick(random, ['', ' ', '-']);
  if (number.length === 15) return number.replace(/^(.{4})(.{6})/, `$1${separator}$2${separator}`);
  return number.length === 16 ? number.replace(/(.{4})(?=.)/g, `$1${separator}`) : number;
}

export function makeIpv4(random: Random): string {
  return [128 + random.below(90), random.below(256), random.below(256), 1 + random.below(254)].join('.');
}

export function makeIpv6(random: Random): string {
  const group = (): string => (0x1000 + random.below(0xefff)).toString(16);
  const start = `2001:db8:${group()}`;
  return random.below(2) === 0
    ? `${start}::${group()}:${group()}`
    : `${start}:${group()}:${group()}:${group()}:${group()}:${group()}`;
}
