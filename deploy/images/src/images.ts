import { join } from 'node:path';
import { projectRoot, readConfig } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';

// Two of the files compile into the same folders.
const { exitCode } = await runChild({
  command: join(projectRoot, 'node_modules/.bin/vitest'),
  args: ['run', 'deploy/images', '--no-file-parallelism', ...process.argv.slice(2)],
  environment: { ...readConfig().inherited, IMAGES: 'whole' },
  workingDirectory: projectRoot,
  output: 'shown',
});
process.exitCode = exitCode;
