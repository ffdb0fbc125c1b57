/** The keys with which identity-org seals and signs are rotated under load. */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecretEntries } from '@assay/chassis/tokens/secret-generations';
import { firstGeneration, nextGeneration } from '@assay/chassis/tokens/secret-generations';
import { projectRoot, readConfig } from '@assay/local/config';
import { freePorts } from '@assay/local/platform/ports';
import { startGuardian } from '@assay/local/processes/guardian';
import { runChild } from '@assay/local/processes/run-child';
import { startMailInbox } from '@assay/test-kit/servers/mail-inbox';
import type { MailInbox } from '@assay/test-kit/servers/mail-inbox';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { platformCredentials } from '../../../../services/identity-org/src/commands/platform-credentials.ts';
import { startPod, untilReady } from './pod.ts';
import type { Pod } from './pod.ts';
import { createSealedOperations } from './sealed-operations.ts';

/** By one rotation each generation meets the one before and the one after it; a record of the first is then forgotten by the third. */
const rotations = process.env['FAULTS'] === 'whole' ? 4 : 1;
const laneCount = 6;
const patience = { timeout: 120_000, interval: 20 };
const folder = 'services/identity-org';
const seedKey = 'assay_SeededKeyForTests000000000000000000000000000';
const sealing = 'identity-org.SEALING_SECRET';
const rotated = platformCredentials.filter(({ key }) =>
  [sealing, 'ACCESS_TOKEN_KEY', 'LINK_SIGNING_KEY'].includes(key),
);

const guardian = startGuardian();
const platform = createTestPlatform();
/** Of this test alone, so that both replicas serve on the same port. */
const network = `127.${randomInt(16, 250).toString()}.${randomInt(256).toString()}`;
const addresses = [`${network}.1`, `${network}.2`];
let logsDir: string;
let inbox: MailInbox;
let ports: Readonly<Record<'grpc' | 'admin', number>>;
let secret = firstGeneration(rotated);
let replicas: Pod[] = [];

beforeAll(async () => {
  logsDir = await mkdtemp(join(tmpdir(), 'assay-secrets-'));
  inbox = await startMailInbox();
  const [grpc = 0, admin = 0] = await freePorts(2);
  ports = { grpc, admin };
  await prepare();
  replicas = await Promise.all(addresses.map((address) => startReplica(address)));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.terminate(patience.timeout)));
  await inbox.stop();
  guardian.close();
  await rm(logsDir, { recursive: true, force: true });
});

function environment(): Readonly<Record<string, string>> {
  return {
    ...platform.environment('identity-org'),
    ...variablesOf(secret),
    SEED_API_KEY: seedKey,
    API_KEYS_PER_KEY: '100000',
    API_KEYS_PER_USER: '100000',
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'Assay <no-reply@assay.example>',
    INVITATIONS_PER_DAY: '100000',
    GRPC_PORT: ports.grpc.toString(),
    ADMIN_PORT: ports.admin.toString(),
    GRPC_PLAINTEXT: 'anywhere',
  };
}

/** The entries of a Secret as the charts give them to identity-org. */
function variablesOf(entries: SecretEntries): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(entries).map(([key, value]) => [key.replace('identity-org.', ''), value]),
  );
}

async function prepare(): Promise<void> {
  const { exitCode, output } = await runChild({
    command: process.execPath,
    workingDirectory: projectRoot,
    output: 'kept',
    args: ['--conditions=source', join(projectRoot, folder, 'src/commands/prepare.ts')],
    environment: { ...readConfig().inherited, ...environment() },
  });
  if (exitCode !== 0) throw new Error(`identity-org is not prepared:\n${output}`);
}

async function startReplica(address: string): Promise<Pod> {
  const { inherited } = readConfig();
  const template = { folder, root: projectRoot, environment: environment(), ports };
  const pod = startPod(`replica-${address}`, address, template, {
    guardian,
    logsDir,
    inherited,
    nodeArgs: [],
  });
  await untilReady(pod, patience.timeout);
  return pod;
}

it('rotating the secrets of records, links and access tokens under load fails no call and leaves none unreadable', async () => {
  const channel = platform.connect(
    addresses.map((address) => `${address}:${ports.grpc.toString()}`).join(','),
  );
  const operations = await createSealedOperations({ channel, inbox, seedKey });
  let isOver = false;
  const load = Array.from({ length: laneCount }, async (_, lane) => {
    for (let turn = lane; !isOver; turn += 1) await operations.perform(turn);
  });
  const untilMore = async (countsOf: () => Readonly<Record<string, number>>): Promise<void> => {
    const before = countsOf();
    await vi.waitFor(() => {
      const late = Object.entries(countsOf()).filter(([name, count]) => count < (before[name] ?? 0) + 5);
      expect(late).toEqual([]);
    }, patience);
  };
  const faults: (string | undefined)[] = [];

  await untilMore(operations.opened);
  for (let rotation = 1; rotation <= rotations; rotation += 1) {
    const next = nextGeneration(rotated, secret);
    expect(next.isRotated).toBe(true);
    secret = next.entries;
    operations.keepSince(rotation - 1);
    for (const [place, address] of addresses.entries()) {
      faults.push(await replicas[place]?.terminate(patience.timeout));
      replicas = replicas.with(place, await startReplica(address));
      await untilFound(address);
      await untilMore(operations.opened);
    }
    operations.begin(rotation);
    // What was sealed before a rotation is opened after it.
    await untilMore(operations.openedLater);
  }
  isOver = true;
  await Promise.all(load);
  channel.close();
  process.stdout.write(`${operations.table()}\n`);
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  expect(operations.failures.slice(0, 5)).toEqual([]);
});

/** Callers have found the replica again: until then another one has to be there for them. */
async function untilFound(address: string): Promise<void> {
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`http://${address}:${ports.admin.toString()}/metrics`)).text();
    expect(metrics).toMatch(/^assay_rpcs_total\{.*code="OK"/mu);
  }, patience);
}
