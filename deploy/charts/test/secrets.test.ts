import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { environmentOf } from '@assay/local/platform/environment';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { createSecrets } from '@assay/local/platform/secrets';
import { choosePorts } from '@assay/local/platform/start-platform';
import { processNames } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ownSecrets } from '../src/configuration/groups.ts';
import { configurations } from '../src/configuration/processes.ts';
import { repositoryRoot } from '../src/paths.ts';

type Entries = Readonly<Record<string, string>>;

const program = join(repositoryRoot, 'services/identity-org/src/commands/secrets.ts');
const layout: PlatformLayout = {
  ports: await choosePorts(),
  servers: {
    mongodb: { uri: 'mongodb://m' },
    nats: { url: 'nats://n' },
    s3: { endpoint: 'http://s', region: 'r', bucket: 'b', accessKeyId: 'a', secretAccessKey: 'k' },
    redis: { url: 'redis://r' },
  },
  secrets: createSecrets(),
  logLevel: 'info',
  databasePrefix: 'assay',
  natsNamespace: '',
  publicUrl: 'http://127.0.0.1:10',
  mail: undefined,
  signIn: undefined,
  stripe: {},
  tls: {},
};

interface Printed {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly stringData: Entries;
}

async function print(args: readonly string[], given = ''): Promise<Printed> {
  const child = spawn(process.execPath, ['--conditions=source', program, ...args]);
  child.stdin.end(given);
  return parse(await text(child.stdout)) as Printed;
}

/** As the chart gives them to a process: what is its own under its name. */
function variablesOf(process: ProcessName, entries: Entries): Entries {
  const variables = Object.values(configurations[process].settings).map(({ variable }) => variable);
  return Object.fromEntries(
    variables.flatMap((variable) => {
      const value = entries[ownSecrets.has(variable) ? `${process}.${variable}` : variable];
      return value === undefined ? [] : [[variable, value] as const];
    }),
  );
}

it(
  'the Secret that the command prints, and the next one, start every process',
  { timeout: 180_000 },
  async () => {
    const first = await print(['--name', 'platform', '--admin-email', 'ada@example.org']);
    expect(first).toMatchObject({ kind: 'Secret', metadata: { name: 'platform' } });
    expect(first.stringData).toMatchObject({ SEED_USER_EMAIL: 'ada@example.org' });
    const data = Object.entries(first.stringData).map(([key, value]) => [
      key,
      Buffer.from(value).toString('base64'),
    ]);
    const present = { kind: 'Secret', metadata: first.metadata, data: Object.fromEntries(data) };
    const next = await print(['--next'], JSON.stringify(present));
    expect(next.metadata).toEqual(first.metadata);
    expect(next.stringData['LINK_SIGNING_KEY_PREVIOUS']).toBe(first.stringData['LINK_SIGNING_KEY']);
    expect(next.stringData['SEED_API_KEY']).toBe(first.stringData['SEED_API_KEY']);

    // What the command makes is taken from nowhere else.
    const made = new Set(Object.keys(first.stringData).map((key) => key.split('.').at(-1) ?? ''));
    for (const entries of [first.stringData, next.stringData]) {
      for (const name of processNames) {
        const given = Object.entries(environmentOf(name, layout)).filter(([variable]) => !made.has(variable));
        const environment = { ...Object.fromEntries(given), ...variablesOf(name, entries) };
        expect(() => configurations[name].configFrom(environment)).not.toThrow();
      }
    }
  },
);
