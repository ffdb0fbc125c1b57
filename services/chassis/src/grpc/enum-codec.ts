import { invalidField } from '../errors.ts';

type Unset = 'UNSPECIFIED' | 'UNRECOGNIZED';
type Kebab<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}-${Kebab<Tail>}`
  : Name;
type WordSeparator = '_' | '-';
type WordOf<Name extends string, Separator extends WordSeparator> = Lowercase<
  Separator extends '-' ? Kebab<Name> : Name
>;

/** Translates between the values of a generated enum and the words that the domain uses and stores. */
export interface EnumCodec<Value extends string, Word extends string> {
  toMessage(word: Word): Value;
  /** Finds the value of a text, such as a field of a form. Undefined for a text that is no word. */
  parse(text: string): Value | undefined;
  /** Undefined for UNSPECIFIED and for a value that this version does not know: for answers and events of other services. */
  fromMessage(value: Value): Word | undefined;
  /** Reads a field of a request. Undefined for UNSPECIFIED; INVALID_ARGUMENT for a value that this version does not know. */
  read(field: string, value: Value): Word | undefined;
  /** Reads a field of a request. INVALID_ARGUMENT for UNSPECIFIED too. */
  readRequired(field: string, value: Value): Word;
}

/**
 * The codec of a generated enum. A word is the name of its value in lower case, with hyphens instead of underscores where the
 * separator says so: `TOP_UP` is `top_up` or `top-up`.
 */
export function createEnumCodec<
  Values extends Readonly<Record<string, string>>,
  Separator extends WordSeparator = '_',
>(
  values: Values,
  separator?: Separator,
): EnumCodec<Values[keyof Values], WordOf<Exclude<keyof Values & string, Unset>, Separator>> {
  type Value = Values[keyof Values];
  type Word = WordOf<Exclude<keyof Values & string, Unset>, Separator>;
  const names = Object.keys(values).filter((name) => name !== 'UNSPECIFIED' && name !== 'UNRECOGNIZED');
  const pairs = names.map(
    (name) => [name.toLowerCase().replaceAll('_', separator ?? '_') as Word, values[name] as Value] as const,
  );
  const messages = Object.fromEntries(pairs) as Readonly<Record<Word, Value>>;
  const words = new Map(pairs.map(([word, value]) => [value, word]));

  function readRequired(field: string, value: Value): Word {
    const word = words.get(value);
    if (word === undefined) throw invalidField(field, `${field} must be ${listed([...words.values()])}`);
    return word;
  }

  return {
    toMessage: (word) => messages[word],
    parse: (text) => (Object.hasOwn(messages, text) ? messages[text as Word] : undefined),
    fromMessage: (value) => words.get(value),
    read: (field, value) => (value === values['UNSPECIFIED'] ? undefined : readRequired(field, value)),
    readRequired,
  };
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}
