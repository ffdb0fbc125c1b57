import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createSemaphore } from '@assay/chassis/process/semaphore';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import { readCheckScripts } from './tests/check-scripts.ts';
import type { CheckScript } from './tests/check-scripts.ts';
import { projectRoot, readConfig } from './config.ts';
import type { LocalConfig } from './config.ts';
import { runChild } from './processes/run-child.ts';
import type { ChildResult } from './processes/run-child.ts';
import { createTerminal } from './terminal/terminal.ts';
import type { Terminal } from './terminal/terminal.ts';
import { addTallies, describeTally, emptyTally, tallyVitest } from './tests/test-tally.ts';
import type { Tally } from './tests/test-tally.ts';

interface TestRun {
  readonly config: LocalConfig;
  readonly terminal: Terminal;
  readonly interrupted: AbortSignal;
}

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
  const checks = selection.length === 0 ? await startChecks(run) : [];
  const tests = await runVitest(run, selection);
  const tally = addTallies(await reportChecks(run, checks), tests);
  terminal.close();
  process.stdout.write(`\n${describeTally(tally)}\n`);
  return tally.failed === 0 && !run.interrupted.aborted ? 0 : 1;
}

/** A check, and how it ends; undefined when the run is interrupted before it begins. */
interface StartedCheck extends CheckScript {
  readonly result: Promise<ChildResult | undefined>;
}

/** The checks compute all the time and the tests wait for much of theirs, so they run side by side: one check after the other. */
async function startChecks(run: TestRun): Promise<readonly StartedCheck[]> {
  const semaphore = createSemaphore(1);
  return (await readCheckScripts(projectRoot)).map((check) => ({
    ...check,
    result: semaphore.run(async () => (run.interrupted.aborted ? undefined : runCheck(run, check))),
  }));
}

/** With less of the processors than the tests get, while both want them. */
function runCheck({ config }: TestRun, { script, workingDirectory }: CheckScript): Promise<ChildResult> {
  const path = [join(workingDirectory, 'node_modules/.bin'), ...config.path].join(delimiter);
  return runChild({
    command: 'nice',
    args: ['-n', '10', 'sh', '-c', script],
    workingDirectory,
    environment: { ...config.inherited, PATH: path },
    output: 'kept',
  });
}

/** Waits for each check, and says how it ended. */
async function reportChecks(run: TestRun, checks: readonly StartedCheck[]): Promise<Tally> {
  if (checks.length > 0) heading(run, 'Checks');
  let tally = emptyTally;
  for (const { name, script, result } of checks) {
    const task = run.terminal.task(name);
    const ended = await result;
    if (ended?.exitCode === 0) {
      task.done(script);
      tally = addTallies(tally, { ...emptyTally, passed: 1 });
    } else {
      task.fail(script);
      run.terminal.line(ended?.output.trimEnd() ?? 'interrupted');
      tally = addTallies(tally, { ...emptyTally, failed: 1 });
    }
  }
  return tally;
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
