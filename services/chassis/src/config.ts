/** Reads one variable: `undefined` when it is not set; throws an Error that says what is wrong with the value. */
export interface Setting<T> {
  readonly variable: string;
  readonly read: (raw: string | undefined) => T;
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
export function exitCodeOf(error: unknown): number {
  return error instanceof ConfigError ? 78 : 1;
}

/** Reads every setting once, at the start. Throws one ConfigError that names all bad variables. */
export function readConfig<S extends Settings>(settings: S, environment: Environment): ConfigOf<S> {
  const problems: string[] = [];
  const entries = Object.entries(settings).map(([key, setting]) => {
    const raw = environment[setting.variable];
    try {
      return [key, setting.read(raw === '' ? undefined : raw)];
    } catch (error) {
      problems.push(`${setting.variable} ${error instanceof Error ? error.message : String(error)}`);
      return [key, undefined];
    }
  });
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  // The entries were built key by key from S, which is what ConfigOf<S> describes.
  return Object.fromEntries(entries) as ConfigOf<S>;
}

export function text(variable: string, fallback?: string): Setting<string> {
  return { variable, read: (raw) => required(raw, fallback) };
}

/** The same setting, undefined where its variable is not set. */
export function optional<T>({ variable, read }: Setting<T>): Setting<T | undefined> {
  return { variable, read: (raw) => (raw === undefined ? undefined : read(raw)) };
}

export function optionalText(variable: string): Setting<string | undefined> {
  return { variable, read: (raw) => raw };
}

export function integer(
  variable: string,
  range: { min: number; max?: number; fallback?: number },
): Setting<number> {
  return {
    variable,
    read: (raw) => {
      const value = Number(required(raw, range.fallback?.toString()));
      const max = range.max ?? Number.MAX_SAFE_INTEGER;
      if (!Number.isInteger(value) || value < range.min || value > max) {
        throw new Error(`must be a whole number from ${String(range.min)} to ${String(max)}`);
      }
      return value;
    },
  };
}

/** An http or https address. */
export function url(variable: string): Setting<string> {
  return {
    variable,
    read: (raw) => {
      const value = required(raw, undefined);
      if (!/^https?:$/u.test(URL.parse(value)?.protocol ?? ''))
        throw new Error('must be an http or https URL');
      return value;
    },
  };
}

/** A TCP port; 0 lets the system choose. */
export function port(variable: string, fallback?: number): Setting<number> {
  return integer(variable, { min: 0, max: 65_535, ...(fallback === undefined ? {} : { fallback }) });
}

export function oneOf<const T extends string>(
  variable: string,
  values: readonly T[],
  fallback?: T,
): Setting<T> {
  return {
    variable,
    read: (raw) => {
      const given = required(raw, fallback);
      const value = values.find((candidate) => candidate === given);
      if (value === undefined) throw new Error(`must be one of ${values.join(', ')}`);
      return value;
    },
  };
}

/** Comma-separated values of a closed set. */
export function listOf<const T extends string>(
  variable: string,
  values: readonly T[],
  fallback: readonly T[],
): Setting<readonly T[]> {
  const single = oneOf(variable, values);
  return {
    variable,
    read: (raw) => (raw === undefined ? fallback : raw.split(',').map((part) => single.read(part.trim()))),
  };
}

export function json<T>(variable: string, check: (value: unknown) => T): Setting<T> {
  return {
    variable,
    read: (raw) => parse(required(raw, undefined), check),
  };
}

export function optionalJson<T>(variable: string, check: (value: unknown) => T): Setting<T | undefined> {
  return { variable, read: (raw) => (raw === undefined ? undefined : parse(raw, check)) };
}

function parse<T>(raw: string, check: (value: unknown) => T): T {
  try {
    return check(JSON.parse(raw));
  } catch {
    throw new Error('is not the JSON it should be');
  }
}

function required(raw: string | undefined, fallback: string | undefined): string {
  const value = raw ?? fallback;
  if (value === undefined) throw new Error('is missing');
  return value;
}
