import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { firstGeneration, nextGeneration } from '@assay/chassis/tokens/secret-generations';
import { settings } from '../config.ts';
import { newApiKeySecret } from '../domain/api-key/api-key-secret.ts';
import { platformCredentials } from './platform-credentials.ts';
import { printManifest, readManifest } from './secret-manifest.ts';

/**
 * Prints the Secret of a platform: what its processes sign and seal with, and the first admin's address and API key. With
 * `--next` the next generation of the Secret that is given on stdin. Needs no server and no configuration.
 */
async function printSecret(): Promise<string> {
  const { values } = parseArgs({
    options: {
      name: { type: 'string', default: 'assay' },
      'admin-email': { type: 'string', default: settings.seedUserEmail.fallback ?? '' },
      next: { type: 'boolean', default: false },
    },
  });
  if (values.next) return printNext(await text(process.stdin));
  const seed = { SEED_API_KEY: newApiKeySecret(), SEED_USER_EMAIL: values['admin-email'] };
  const entries = { ...firstGeneration(platformCredentials), ...seed };
  return printManifest({ metadata: { name: values.name }, entries });
}

function printNext(given: string): string {
  const { metadata, entries: present } = readManifest(given);
  const { entries, isRotated } = nextGeneration(platformCredentials, present);
  process.stderr.write(
    isRotated
      ? 'all credentials are in their next generation: roll out, and wait a day before the next one\n'
      : 'the generation to come is accepted from now on, and nothing else changed: roll out, then run this again\n',
  );
  return printManifest({ metadata, entries });
}

try {
  process.stdout.write(await printSecret());
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`secrets: ${error instanceof Error ? error.message : String(error)}\n`);
}
