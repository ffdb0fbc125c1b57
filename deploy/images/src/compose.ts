import { join } from 'node:path';
import { projectRoot } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';
import { writeComposeSecrets } from './compose-secrets.ts';

/** Makes the secrets where there are none, then does what Docker Compose is asked for: `up --build` unless something is. */
async function main(args: readonly string[]): Promise<number> {
  const { apiKey } = await writeComposeSecrets(join(projectRoot, '.assay/compose'));
  process.stdout.write(`http://localhost:8080/v2, with the key ${apiKey}\n`);
  const { exitCode } = await runChild({
    command: 'docker',
    args: ['compose', '--file', 'deploy/compose.yaml', ...(args.length === 0 ? ['up', '--build'] : args)],
    workingDirectory: projectRoot,
    output: 'shown',
  });
  return exitCode;
}

process.exitCode = await main(process.argv.slice(2));
