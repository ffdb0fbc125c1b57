import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, readConfig } from './config.ts';
import { runChild } from './processes/run-child.ts';

const folder = join(projectRoot, 'test/faults/src');
const suffix = '.test.ts';

/** Runs one test of faults in its whole form, of which `npm test` runs a short one. */
async function main([name, ...args]: readonly string[]): Promise<number> {
  const names = (await readdir(folder).catch(() => []))
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length));
  if (name === undefined) {
    process.stdout.write(`npm run faults -- <name>, where <name> is one of: ${names.join(', ')}\n`);
    return 0;
  }
  if (!names.includes(name)) {
    process.stderr.write(`there is no test of faults "${name}"; there are: ${names.join(', ')}\n`);
    return 2;
  }
  const { exitCode } = await runChild({
    command: join(projectRoot, 'node_modules/.bin/vitest'),
    args: ['run', join(folder, `${name}${suffix}`), ...args],
    workingDirectory: projectRoot,
    environment: { ...readConfig().inherited, FAULTS: 'whole' },
    output: 'shown',
  });
  return exitCode;
}

process.exitCode = await main(process.argv.slice(2));
