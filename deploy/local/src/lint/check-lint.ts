import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createSemaphore } from '@assay/chassis/process/semaphore';
import { runChild } from '../processes/run-child.ts';
import { groupIntoBatches } from './batches.ts';
import type { SourceFile } from './batches.ts';

const root = join(import.meta.dirname, '../../../..');
const maxProcessBytes = 3 * 1024 ** 3;
/** The rest of a process is code and buffers. */
const maxHeapMegabytes = 2_700;
/** ESLint holds the syntax of the whole project, 1.3 GB, and the types of each file that it has linted. */
const maxBatchBytes = 3_200_000;

/**
 * The check of the rules of eslint.config.js. A process of its own lints each batch of packages, so that none needs more than
 * 3 GB; two run at a time where memory is large enough for both. Options such as `--fix` are passed to ESLint.
 */
async function main(options: readonly string[]): Promise<number> {
  const fitsTwo = process.availableMemory() > 2 * maxProcessBytes && availableParallelism() > 1;
  const semaphore = createSemaphore(fitsTwo ? 2 : 1);
  const batches = groupIntoBatches(listSources(), maxBatchBytes);
  const results = await Promise.all(batches.map((paths) => semaphore.run(() => lint(paths, options))));
  process.stdout.write(results.map(({ output }) => output).join(''));
  return Math.max(0, ...results.map(({ exitCode }) => exitCode));
}

function listSources(): readonly SourceFile[] {
  const args = ['ls-files', '-co', '--exclude-standard', '*.ts'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .map((path) => ({ path, sizeBytes: statSync(join(root, path)).size }));
}

function lint(paths: readonly string[], options: readonly string[]) {
  const eslint = join(root, 'node_modules/eslint/bin/eslint.js');
  return runChild({
    command: process.execPath,
    args: [`--max-old-space-size=${maxHeapMegabytes}`, eslint, '--no-warn-ignored', ...options, ...paths],
    workingDirectory: root,
    output: 'kept',
  });
}

process.exitCode = await main(process.argv.slice(2));
