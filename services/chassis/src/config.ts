/** A JSON Schema of a value as somebody writes it: numbers as numbers, lists as lists. `inVariable` puts it into the variable. */
export type Form = Readonly<Record<string, unknown>>;

/** One variable: what it decides, and how it is read. The reference of the configuration and the charts are made of it. */
export interface Setting<T> {
  readonly variable: string;
  /** What it decides, in sentences, with the unit of a number. */
  readonly about: string;
  /** What the variable would say where it is not set; undefined where no value says it. */
  readonly fallback: string | undefined;
  /** In words what holds where it is not set. Without this and a fallback a process does not start. */
  readonly unset: string | undefined;
  /** Whether it comes from a Secret: what has to be hidden, and keys that change together with it. */
  readonly secret: boolean;
  readonly form: Form;
  /** `undefined` when it is not set; throws an Error that says what is wrong with the value and never repeats it. */
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

/** One line per missing or malformed variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What a process exits with that ends by this error: 78 (EX_CONFIG) when its configuration is at fault, else 1. */
export function toExitCode(error: unknown): number {
  return error instanceof ConfigError ? 78 : 1;
}

/** Reads every setting once, at the start. Throws one ConfigError that names all bad variables. */
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
  // The entries were built key by key from S, which is what ConfigOf<S> describes.
  return Object.fromEntries(entries) as ConfigOf<S>;
}

/** Whether a process does not start without it. */
export function isRequired({ fallback, unset }: Setting<unknown>): boolean {
  return fallback === undefined && unset === undefined;
}

/** What a variable says for a value of the setting's form: lists with commas, objects as JSON, anything else as it is. */
export function inVariable(value: unknown): string {
  if (Array.isArray(value)) return value.map(inVariable).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A variable of a form of its own. `parse` throws an Error that says what the value has to be. */
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
    fallback: fallback === undefined ? undefined : inVariable(fallback),
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

/** The same setting, undefined where its variable is not set. */
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

/** A TCP port; 0 lets the system choose. */
export function port(variable: string, about: About<number>): Setting<number> {
  return integer(variable, { ...about, min: 0, max: 65_535 });
}

/** An address of one of these schemes. */
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
        throw new Error(`must be an ${schemes.join(' or ')} address`);
      return raw;
    },
  });
}

/** An http or https address with nothing behind the host. */
export function origin(variable: string, about: About<string>): Setting<string> {
  return setting(variable, {
    ...about,
    form: { type: 'string', pattern: '^https?://[^/?#@]+/?$' },
    parse(raw) {
      const parsed = URL.parse(raw);
      if (parsed === null || !/^https?:$/u.test(parsed.protocol) || parsed.href !== `${parsed.origin}/`)
        throw new Error('must be an http or https address without a path');
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

/** Comma-separated values of a closed set. */
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

/** A JSON object. */
export function json<T>(
  variable: string,
  { check, ...about }: About<T> & { check: (value: unknown) => T },
): Setting<T> {
  const parse = (raw: string): T => {
    try {
      return check(JSON.parse(raw));
    } catch {
      throw new Error('is not the JSON it should be');
    }
  };
  return setting(variable, { ...about, form: { type: 'object' }, parse });
}
