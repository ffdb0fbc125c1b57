import { parseArgs } from 'node:util';

/** Invalid arguments; the message is one line for people. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface StartArguments {
  readonly fresh: boolean;
  readonly port: number;
  readonly help: boolean;
}

export const defaultPort = 8080;

export const startUsage = `usage: npm start -- [--fresh] [--port <number>] [--help]
  --fresh   start with empty data
  --port    serve the API on this port of 127.0.0.1 (default ${String(defaultPort)})`;

export const verifyUsage = 'usage: npm run verify -- <file> [<file> …]';

/** @throws {UsageError} */
export function parseStartArguments(given: readonly string[]): StartArguments {
  const { values } = understand(() =>
    parseArgs({
      args: [...given],
      options: {
        fresh: { type: 'boolean' },
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );
  return {
    fresh: values.fresh ?? false,
    port: values.port === undefined ? defaultPort : parsePort(values.port),
    help: values.help ?? false,
  };
}

/** @throws {UsageError} */
export function parseVerifyArguments(given: readonly string[]): { files: string[]; help: boolean } {
  const { values, positionals } = understand(() =>
    parseArgs({
      args: [...given],
      options: { help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    }),
  );
  const help = values.help ?? false;
  if (positionals.length === 0 && !help) throw new UsageError(`No file is named; ${verifyUsage}`);
  return { files: positionals, help };
}

function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port < 1 || port > 65_535) {
    throw new UsageError(
      `--port must be a number from 1 to 65535, and "${value}" is not. Try --port ${String(defaultPort)}.`,
    );
  }
  return port;
}

function understand<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const [message = 'The arguments are not valid'] = (
      error instanceof Error ? error.message : String(error)
    ).split('. ');
    throw new UsageError(`${message}. See --help.`);
  }
}
