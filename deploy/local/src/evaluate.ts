import { runProgram } from './processes/run-program.ts';

await runProgram('services/verification/src/evaluation/print-evaluation.ts');
