import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createSemaphore } from '@assay/chassis/semaphore';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import { readCheckScripts } from './tests/check-scripts.ts';
import type { CheckScript } from './tests/check-scripts.ts';
import { projectRoot, readConfig } from './config.ts';
import type { LocalConfig } from './config.ts';
import { runChild } from './processes/run-child.ts';
import { createTerminal } from './terminal/terminal.ts';
import type { Terminal } from './terminal/terminal.ts';
import { addTallies, describeTally, emptyTally, tallyVitest } from './tests/test-tally.ts';
import type { Tally } from './tests/test-tally.ts';

interface TestRun {
  readonly config: LocalConfig;
  readonly terminal: Terminal;
  readonly interrupted: AbortSignal;
}

const checksAtOnce = 2;

/** Everything, or, with arguments, only the tests vitest selects by them. */
async function main(selection: readonly string[]): Promise<number> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interruption.abort();
    });
  }
  const config = readConfig();
  const terminal = createTerminal(process.stdout, config.colour);
  const run: TestRun = { config, terminal, interrupted: interruption.signal };
  const checks = selection.length === 0 ? await runChecks(run) : emptyTally;
  const tests = run.interrupted.aborted ? emptyTally : await runVitest(run, selection);
  terminal.close();
  const tally = addTallies(checks, tests);
  process.stdout.write(`\n${describeTally(tally)}\n`);
  return tally.failed === 0 && !run.interrupted.aborted ? 0 : 1;
}

async function runChecks(run: TestRun): Promise<Tally> {
  heading(run, 'Checks');
  const checks = await readCheckScripts(projectRoot);
  const semaphore = createSemaphore(checksAtOnce);
  const tallies = await Promise.all(
    checks.map(async (check) =>
      semaphore.run(async () => (run.interrupted.aborted ? emptyTally : runCheck(run, check))),
    ),
  );
  return tallies.reduce(addTallies, emptyTally);
}

async function runCheck({ config, terminal }: TestRun, check: CheckScript): Promise<Tally> {
  const task = terminal.task(check.name);
  const path = [join(check.workingDirectory, 'node_modules/.bin'), ...config.path].join(delimiter);
  const { exitCode, output } = await runChild({
    command: 'sh',
    args: ['-c', check.script],
    workingDirectory: check.workingDirectory,
    environment: { ...config.inherited, PATH: path },
    output: 'kept',
  });
  if (exitCode === 0) {
    task.done(check.script);
    return { ...emptyTally, passed: 1 };
  }
  task.fail(check.script);
  terminal.line(output.trimEnd());
  return { ...emptyTally, failed: 1 };
}

async function runVitest(run: TestRun, selection: readonly string[]): Promise<Tally> {
  heading(run, 'Tests');
  const startedAt = Date.now();
  const folders = createTemporaryFolders(join(run.config.temporaryDir, 'assay-report'));
  const tally = await folders.with(async (folder) => {
    const reportFile = join(folder, 'vitest.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
    const { exitCode } = await runChild({
      command: join(projectRoot, 'node_modules/.bin/vitest'),
      args: ['run', ...reporters, ...selection],
      workingDirectory: projectRoot,
      output: 'shown',
    });
    return tallyVitest(await readReport(reportFile), exitCode, projectRoot);
  });
  run.terminal.line(`Tests took ${String(Math.round((Date.now() - startedAt) / 1000))} s`);
  return tally;
}

async function readReport(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const report: unknown = JSON.parse(text);
  return report;
}

function heading({ terminal }: TestRun, title: string): void {
  terminal.line();
  terminal.line(terminal.style('bold', title));
}

process.exitCode = await main(process.argv.slice(2));
