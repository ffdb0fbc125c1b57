import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { atMost } from './at-most.ts';
import { readCheckScripts, type CheckScript } from './check-scripts.ts';
import { projectRoot, readConfig, type LocalConfig } from './config.ts';
import { runChild } from './run-child.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { addTallies, describeTally, tallyVitest, type Tally } from './test-tally.ts';

interface TestRun {
  config: LocalConfig;
  terminal: Terminal;
  interrupted: AbortSignal;
}

const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };
const CHECKS_AT_ONCE = 2;

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
  const checks = selection.length === 0 ? await runChecks(run) : NOTHING;
  const tests = run.interrupted.aborted ? NOTHING : await runVitest(run, selection);
  terminal.close();
  const tally = addTallies(checks, tests);
  process.stdout.write(`\n${describeTally(tally)}\n`);
  return tally.failed === 0 && !run.interrupted.aborted ? 0 : 1;
}

async function runChecks(run: TestRun): Promise<Tally> {
  heading(run, 'Checks');
  const checks = await readCheckScripts(projectRoot);
  const tallies = await atMost(CHECKS_AT_ONCE, checks, async (check) =>
    run.interrupted.aborted ? NOTHING : runCheck(run, check),
  );
  return tallies.reduce(addTallies, NOTHING);
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
    return { ...NOTHING, passed: 1 };
  }
  task.fail(check.script);
  terminal.line(output.trimEnd());
  return { ...NOTHING, failed: 1 };
}

async function runVitest(run: TestRun, selection: readonly string[]): Promise<Tally> {
  heading(run, 'Tests');
  const startedAt = Date.now();
  const folder = await mkdtemp(join(run.config.temporaryDir, 'assay-report-'));
  const reportFile = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const { exitCode } = await runChild({
    command: join(projectRoot, 'node_modules/.bin/vitest'),
    args: ['run', ...reporters, ...selection],
    workingDirectory: projectRoot,
    environment: run.config.inherited,
    output: 'shown',
  });
  const report = await readReport(reportFile);
  await rm(folder, { recursive: true, force: true });
  run.terminal.line(`Tests took ${String(Math.round((Date.now() - startedAt) / 1000))} s`);
  return tallyVitest(report, exitCode);
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
