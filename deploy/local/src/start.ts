import { parseStartArguments, startUsage, UsageError } from './terminal/arguments.ts';
import type { StartArguments } from './terminal/arguments.ts';
import { ConfigError, readConfig } from './config.ts';
import { StartError } from './processes/restartable-process.ts';
import { ApiError } from './verification/rest-client.ts';
import { BuildError } from './servers/run-tool.ts';
import { superviseLocally } from './supervise/supervise.ts';
import { createTerminal } from './terminal/terminal.ts';

/** Errors whose message is the one line a person needs. Everything else is a defect and keeps its stack. */
const spoken = [UsageError, ConfigError, StartError, BuildError, ApiError];

async function main(given: readonly string[]): Promise<void> {
  let parsed: StartArguments;
  try {
    parsed = parseStartArguments(given);
  } catch (error) {
    fail(error, 2);
    return;
  }
  if (parsed.help) {
    process.stdout.write(`${startUsage}\n`);
    return;
  }
  const stopping = new AbortController();
  listenForTheEnd(() => {
    stopping.abort();
  });
  try {
    const config = readConfig();
    const terminal = createTerminal(process.stdout, config.colour);
    const outcome = await superviseLocally({ config, terminal, ...parsed }, stopping.signal);
    terminal.close();
    if (outcome !== undefined) fail(new UsageError(outcome), 1);
  } catch (error) {
    fail(error, 1);
  }
}

/** Ctrl-C, a plain kill, a closed terminal, or the end of whoever started this: all mean the same, once. */
function listenForTheEnd(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  process.channel?.unref();
}

function fail(error: unknown, code: number): void {
  const isSpoken = error instanceof Error && spoken.some((type) => error instanceof type);
  const text =
    error instanceof Error ? (isSpoken ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = code;
}

await main(process.argv.slice(2));
