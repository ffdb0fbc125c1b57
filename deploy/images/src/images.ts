import { join } from 'node:path';
import { projectRoot, readConfig } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';

const { exitCode } = await runChild({
  command: join(projectRoot, 'node_modules/.bin/vitest'),
  args: ['run', 'deploy/images', ...process.argv.slice(2)],
  environment: { ...readConfig().inherited, IMAGES: 'whole' },
  workingDirectory: projectRoot,
  output: 'shown',
});
process.exitCode = exitCode;
