export const valueKinds = ['email', 'phone', 'iban', 'card', 'ipv4', 'ipv6'] as const;
export type ValueKind = (typeof valueKinds)[number];

export const ordinaryNames = ['price', 'year', 'id', 'order', 'measure', 'pages', 'version'] as const;
export type OrdinaryName = (typeof ordinaryNames)[number];

/** The words of a language that values and numbers are written with. */
export interface WorldLanguage {
  /** A sentence without values, which shows the language. */
  readonly prose: string;
  /** A noun before each kind of value. */
  readonly nouns: Readonly<Record<ValueKind, string>>;
  /** A word that follows a value. */
  readonly next: string;
  /** Prefixes and suffixes that the language writes at a value without a space. */
  readonly attached: readonly (readonly [string, string])[];
  /** A sentence with a telephone number at `%`. */
  readonly call: string;
  /** Telephone numbers of the country, as `fill` writes them. */
  readonly phones: readonly string[];
  /** Sentences with an ordinary number at `%`. */
  readonly ordinary: Readonly<Record<OrdinaryName, string>>;
}

type Nouns = WorldLanguage['nouns'];
type Ordinary = WorldLanguage['ordinary'];

/** Reads the nouns of all kinds of value, separated by bars. */
export function listNouns(words: string): Nouns {
  const [email = '', phone = '', iban = '', card = '', ipv4 = '', ipv6 = ''] = words.split('|');
  return { email, phone, iban, card, ipv4, ipv6 };
}

/** Reads the sentences of all kinds of ordinary number, separated by bars. */
export function listOrdinary(sentences: string): Ordinary {
  const [price = '', year = '', id = '', order = '', measure = '', pages = '', version = ''] =
    sentences.split('|');
  return { price, year, id, order, measure, pages, version };
}
