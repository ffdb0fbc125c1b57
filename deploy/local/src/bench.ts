import { runNamed } from './processes/run-named.ts';

const benchmarks = {
  script: 'bench',
  title: 'benchmark',
  folder: 'test/bench/src',
  suffix: '.bench.ts',
  plan: (path: string, args: readonly string[]) => ({
    command: process.execPath,
    args: ['--conditions=source', path, ...args],
  }),
};

process.exitCode = await runNamed(benchmarks, process.argv.slice(2));
