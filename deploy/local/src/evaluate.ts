import { readConfig } from './config.ts';
import { decoderEnvironment } from './platform/decoder-environment.ts';
import { runProgram } from './processes/run-program.ts';

if (process.argv.includes('--cleaning')) {
  const config = readConfig();
  // Recordings are made and measured by FFmpeg.
  const environment = { ...config.inherited, ...(await decoderEnvironment(config)) };
  await runProgram('services/datasets/test/cleaning/evaluate.ts', environment);
} else {
  await runProgram('services/evaluation/src/verdicts/print-evaluation.ts');
}
