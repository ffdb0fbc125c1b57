import { join } from 'node:path';
import { projectRoot, readConfig } from './config.ts';
import { runChild } from './processes/run-child.ts';

const program = join(projectRoot, 'services/verification/src/checks/calibration/calibrate.ts');

const { exitCode } = await runChild({
  command: process.execPath,
  args: ['--conditions=source', program, ...process.argv.slice(2)],
  environment: readConfig().inherited,
  workingDirectory: projectRoot,
  output: 'shown',
});
process.exitCode = exitCode;
