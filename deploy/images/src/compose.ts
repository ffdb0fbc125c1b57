import { join } from 'node:path';
import { projectRoot } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';
import { writeComposeSecrets } from './compose-secrets.ts';

/** Writes missing secrets, then runs Docker Compose with the arguments, or with `up --build`. Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  if (!(await hasComposePlugin())) {
    process.stderr.write(
      'npm run compose needs Docker with its Compose plugin, and `docker compose version` fails. Install docker-compose-plugin, or run npm start, which needs no Docker.\n',
    );
    return 1;
  }
  const { apiKey } = await writeComposeSecrets(join(projectRoot, '.assay/compose'));
  process.stdout.write(`Assay will be at http://localhost:8080/v2. API key: ${apiKey}\n`);
  const { exitCode } = await runChild({
    command: 'docker',
    args: ['compose', '--file', 'deploy/compose.yaml', ...(args.length === 0 ? ['up', '--build'] : args)],
    workingDirectory: projectRoot,
    output: 'shown',
  });
  return exitCode;
}

async function hasComposePlugin(): Promise<boolean> {
  const { exitCode } = await runChild({ command: 'docker', args: ['compose', 'version'], output: 'kept' });
  return exitCode === 0;
}

process.exitCode = await main(process.argv.slice(2));
