import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Guard } from './guard.ts';

export const root = join(import.meta.dirname, '../../../..');

export interface TestResult {
  readonly passed: number;
  /** Names of the tests that failed; a file that could not be loaded has none. */
  readonly failed: readonly string[];
  /** The end of the output, for a person. */
  readonly output: string;
}

/** The part of Vitest's JSON report that is read. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs test files with a guard broken, or with none, in a run of Vitest of their own. */
export async function runTests(tests: readonly string[], broken?: Guard): Promise<TestResult> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-guards-'));
  const path = join(folder, 'report.json');
  const config = join(import.meta.dirname, 'broken.config.ts');
  const args = ['run', '--config', config, '--reporter=json', `--outputFile=${path}`, ...tests];
  const { CI: _ci, FAULTS: _faults, ...inherited } = process.env;
  const env = { ...inherited, ...(broken !== undefined && { BROKEN_GUARD: JSON.stringify(broken) }) };
  const output = await run(join(root, 'node_modules/.bin/vitest'), args, env);
  try {
    const report = JSON.parse(await readFile(path, 'utf8')) as Report;
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    return { passed: report.numPassedTests, failed, output };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the end of what a program prints, whatever its exit code. */
async function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd: root, env, maxBuffer: 2 ** 26 };
    execFile(file, args, options, (_error, stdout, stderr) => {
      resolve(`${stdout}\n${stderr}`.slice(-4_000));
    });
  });
}
