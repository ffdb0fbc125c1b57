import { runProgram } from './processes/run-program.ts';

await runProgram('services/verification/src/checks/calibration/calibrate.ts');
