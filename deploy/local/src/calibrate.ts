import { readConfig } from './config.ts';
import { runProgram } from './processes/run-program.ts';
import { decoderEnvironment } from './platform/decoder-environment.ts';

const config = readConfig();
const environment = { ...config.inherited, ...(await decoderEnvironment(config)) };
await runProgram('services/evaluation/src/calibration/calibrate.ts', environment);
