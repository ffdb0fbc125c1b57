import { join } from 'node:path';
import { projectRoot, readConfig } from './config.ts';
import { runNamed } from './processes/run-named.ts';

/** Each is run in its whole form, of which `npm test` runs a short one. */
const faults = {
  script: 'faults',
  title: 'test of faults',
  folder: 'test/faults/src',
  suffix: '.test.ts',
  plan: (path: string, args: readonly string[]) => ({
    command: join(projectRoot, 'node_modules/.bin/vitest'),
    args: ['run', path, ...args],
    environment: { ...readConfig().inherited, FAULTS: 'whole' },
  }),
};

process.exitCode = await runNamed(faults, process.argv.slice(2));
