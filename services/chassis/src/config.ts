/** The JSON Schema of a value in the chart: numbers as numbers, lists as lists. `toVariableText` converts it to the text of the variable. */
export type Form = Readonly<Record<string, unknown>>;

/** A variable with its description and its parser. The configuration reference and the charts are generated from it. */
export interface Setting<T> {
  readonly variable: string;
  /** The description, in sentences, with the unit of a number. */
  readonly about: string;
  /** The text of the default value. undefined: there is no default. */
  readonly fallback: string | undefined;
  /** Describes the behaviour when the variable is not set. Without this and `fallback`, the process does not start. */
  readonly unset: string | undefined;
  /** True for values of a Secret: values to hide, and public keys that change together with them. */
  readonly secret: boolean;
  readonly form: Form;
  /** Parses the text of the variable, undefined when it is not set. Throws an Error that describes the problem without the value. */
  readonly read: (raw: string | undefined) => T;
}

export interface About<T> {
  readonly about: string;
  readonly fallback?: T;
  readonly unset?: string;
  readonly secret?: boolean;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
export type ConfigOf<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};
export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration is not valid. The message has one line per missing or malformed variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Returns the exit code for an error: 78 (EX_CONFIG) for a ConfigError, otherwise 1. */
export function toExitCode(error: unknown): number {
  return error instanceof ConfigError ? 78 : 1;
}

/** Reads all settings. Throws one ConfigError that names all missing and malformed variables. */
export function readConfig<S extends Settings>(settings: S, environment: Environment): ConfigOf<S> {
  const problems: string[] = [];
  const entries = Object.entries(settings).map(([key, { variable, read }]) => {
    const raw = environment[variable];
    try {
      return [key, read(raw === '' ? undefined : raw)];
    } catch (error) {
      problems.push(`${variable} ${error instanceof Error ? error.message : String(error)}`);
      return [key, undefined];
    }
  });
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  // The entries are built key by key from S, as ConfigOf<S> requires.
  return Object.fromEntries(entries) as ConfigOf<S>;
}

/** Returns true when the process does not start without the variable. */
export function isRequired({ fallback, unset }: Setting<unknown>): boolean {
  return fallback === undefined && unset === undefined;
}

/** Converts a value of the setting's form to the text of its variable: lists with commas, objects as JSON. */
export function toVariableText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toVariableText).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Creates a setting with its own form. `parse` throws an Error that describes the expected value. */
export function setting<T>(
  variable: string,
  {
    about,
    fallback,
    unset,
    secret = false,
    form,
    parse,
  }: About<T> & { form: Form; parse: (raw: string) => T },
): Setting<T> {
  return {
    variable,
    about,
    fallback: fallback === undefined ? undefined : toVariableText(fallback),
    unset,
    secret,
    form,
    read(raw) {
      if (raw !== undefined) return parse(raw);
      if (fallback === undefined) throw new Error('is missing');
      return fallback;
    },
  };
}

/** Makes a setting optional: its value is undefined when the variable is not set. `unset` describes the behaviour then. */
export function optional<T>(inner: Setting<T>, unset: string): Setting<T | undefined> {
  return { ...inner, unset, read: (raw) => (raw === undefined ? undefined : inner.read(raw)) };
}

export function text(variable: string, about: About<string>): Setting<string> {
  const form = { type: 'string', ...(about.fallback !== '' && { minLength: 1 }) };
  return setting(variable, { ...about, form, parse: (raw) => raw });
}

export function integer(
  variable: string,
  { min, max, ...about }: About<number> & { min: number; max?: number },
): Setting<number> {
  return setting(variable, {
    ...about,
    form: { type: 'integer', minimum: min, ...(max !== undefined && { maximum: max }) },
    parse(raw) {
      const value = Number(raw);
      const limit = max ?? Number.MAX_SAFE_INTEGER;
      if (!Number.isInteger(value) || value < min || value > limit) {
        throw new Error(`must be a whole number from ${String(min)} to ${String(limit)}`);
      }
      return value;
    },
  });
}

/** A TCP port. 0: the operating system chooses one. */
export function port(variable: string, about: About<number>): Setting<number> {
  return integer(variable, { ...about, min: 0, max: 65_535 });
}

/** A URL with one of these schemes. */
export function url(
  variable: string,
  { schemes = ['http', 'https'], ...about }: About<string> & { schemes?: readonly string[] },
): Setting<string> {
  return setting(variable, {
    ...about,
    form: { type: 'string', pattern: `^(${schemes.join('|')})://.+$` },
    parse(raw) {
      const parsed = URL.parse(raw);
      if (parsed === null || parsed.hostname === '' || !schemes.includes(parsed.protocol.slice(0, -1)))
        throw new Error(
          `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
        );
      return raw;
    },
  });
}

/** An http or https URL without a path. */
export function origin(variable: string, about: About<string>): Setting<string> {
  return setting(variable, {
    ...about,
    form: { type: 'string', pattern: '^https?://[^/?#@]+/?$' },
    parse(raw) {
      const parsed = URL.parse(raw);
      if (parsed === null || !/^https?:$/u.test(parsed.protocol) || parsed.href !== `${parsed.origin}/`)
        throw new Error('must be an http or https URL without a path');
      return parsed.origin;
    },
  });
}

export function choice<const T extends string>(
  variable: string,
  { values, ...about }: About<NoInfer<T>> & { values: readonly T[] },
): Setting<T> {
  return setting<T>(variable, { ...about, form: { enum: values }, parse: (raw) => parseMember(values, raw) });
}

/** A comma-separated list of values from a closed set. */
export function choiceList<const T extends string>(
  variable: string,
  { values, ...about }: About<readonly NoInfer<T>[]> & { values: readonly T[] },
): Setting<readonly T[]> {
  return setting<readonly T[]>(variable, {
    ...about,
    form: { type: 'array', items: { enum: values }, minItems: 1, uniqueItems: true },
    parse: (raw) => raw.split(',').map((part) => parseMember(values, part.trim())),
  });
}

function parseMember<T extends string>(values: readonly T[], raw: string): T {
  const value = values.find((candidate) => candidate === raw);
  if (value === undefined) throw new Error(`must be one of ${values.join(', ')}`);
  return value;
}

/** A JSON object. `check` throws when the object does not have the expected form. */
export function json<T>(
  variable: string,
  { check, ...about }: About<T> & { check: (value: unknown) => T },
): Setting<T> {
  const parse = (raw: string): T => {
    try {
      return check(JSON.parse(raw));
    } catch {
      throw new Error('must be a JSON object of the form that the configuration reference describes');
    }
  };
  return setting(variable, { ...about, form: { type: 'object' }, parse });
}
