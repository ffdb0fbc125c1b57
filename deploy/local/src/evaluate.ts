import { runProgram } from './processes/run-program.ts';

const program = process.argv.includes('--cleaning')
  ? 'services/datasets/test/cleaning/evaluate.ts'
  : 'services/verification/src/evaluation/print-evaluation.ts';

await runProgram(program);
