import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SchemathesisRun {
  readonly program: string;
  readonly documentUrl: string;
  /** The header that says who is asking. */
  readonly credential: string;
  readonly phases: string;
  /** Examples for each operation. */
  readonly examples: string;
  readonly seed: string;
  /** Values of path parameters, by name; others are made up. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** By operationId: statuses that a request may get although it is as its schema says. */
  readonly refusals: Readonly<Record<string, readonly number[]>>;
  /** By operationId: how many seconds an answer may take where it is more than for others. */
  readonly answerSeconds: Readonly<Record<string, number>>;
}

export interface SchemathesisResult {
  readonly exitCode: number;
  readonly operationsTested: number;
  readonly casesGenerated: number;
  readonly casesFailed: number;
  /** Its findings in its words; empty if there are none. */
  readonly said: string;
}

/** Runs schemathesis with every check it has. */
export async function runSchemathesis(run: SchemathesisRun): Promise<SchemathesisResult> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-schemathesis-'));
  try {
    const config = join(folder, 'schemathesis.toml');
    const report = join(folder, 'report.json');
    const hooks = join(folder, 'hooks.py');
    await writeFile(hooks, hooksSource);
    await writeFile(config, configuration(run, hooks));
    const said = await spawned(run.program, argumentsOf(run, config, report), folder);
    const { operations, test_cases: cases, exit_code: exitCode } = await readReport(report, said);
    return {
      exitCode,
      operationsTested: operations.tested,
      casesGenerated: cases.generated,
      casesFailed: cases.with_failures + cases.errored,
      said: exitCode === 0 ? '' : withoutWarnings(said),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function argumentsOf(run: SchemathesisRun, config: string, report: string): string[] {
  const generation = ['--phases', run.phases, '-n', run.examples, '--seed', run.seed, '--workers', '2'];
  const checks = ['--checks', 'all', '--max-redirects', '0', '--suppress-health-check', 'all'];
  const reports = ['--no-color', '--report', 'json', '--report-json-path', report];
  const asking = ['-H', run.credential, '--request-timeout', '60'];
  return ['--config-file', config, 'run', run.documentUrl, ...asking, ...checks, ...generation, ...reports];
}

/**
 * It sends what it makes up for a zip archive as any other bytes. Python 3.11 fails to parse sources in two threads at once, as
 * hypothesis does ("AST constructor recursion depth mismatch", https://github.com/python/cpython/issues/106905).
 */
const hooksSource = `import ast
import threading

import schemathesis

schemathesis.serializer.alias('application/zip', 'application/octet-stream')

parse = ast.parse
one_at_a_time = threading.Lock()


def parse_alone(*args, **kwargs):
    with one_at_a_time:
        return parse(*args, **kwargs)


ast.parse = parse_alone
`;

function configuration({ pathValues, refusals, answerSeconds }: SchemathesisRun, hooks: string): string {
  const { organizationId } = pathValues;
  const usual = ['"2xx"', '"3xx"', 401, 403, 404, 409];
  return [
    `hooks = "${hooks}"`,
    // The document offers several ways to say who is asking; made-up values for the others would be a second credential.
    '[generation]',
    'with-security-parameters = false',
    '[parameters]',
    ...Object.entries(pathValues).map(([name, value]) => `"path.${name}" = "${value}"`),
    ...(organizationId === undefined ? [] : [`"header.X-Organization-Id" = "${organizationId}"`]),
    ...Object.entries(refusals).flatMap(([operationId, statuses]) => [
      '[[operations]]',
      `include-operation-id = "${operationId}"`,
      ...(operationId in answerSeconds
        ? ['[operations.checks]', `max_response_time = ${String(answerSeconds[operationId])}`]
        : []),
      '[operations.checks.positive_data_acceptance]',
      `expected-statuses = [${[...usual, ...statuses].join(', ')}]`,
    ]),
    '',
  ].join('\n');
}

/** Its warnings are hundreds of lines between what it found and the end, and a line of a traceback can have 100 kB. */
function withoutWarnings(said: string): string {
  const [found = '', rest = ''] = said.split(/^=+ WARNINGS =+$/mu);
  const [, summary = ''] = rest.split(/^=+ SUMMARY =+$/mu);
  return `${found}${summary}`.replace(/^(.{300}).*$/gmu, '$1…');
}

function spawned(program: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) =>
    child.once('close', () => {
      resolve(said);
    }),
  );
}

interface Report {
  readonly exit_code: number;
  readonly operations: { readonly tested: number };
  readonly test_cases: {
    readonly generated: number;
    readonly with_failures: number;
    readonly errored: number;
  };
}

async function readReport(file: string, said: string): Promise<Report> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`schemathesis wrote no report:\n${said}`);
  // As schemathesis 4.32 writes it.
  return JSON.parse(text) as Report;
}
