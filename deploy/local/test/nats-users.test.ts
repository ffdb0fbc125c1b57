import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { broadcast, onBroadcast } from '@assay/chassis/events/broadcast';
import { connectNats } from '@assay/chassis/events/connection';
import type { EventConnection } from '@assay/chassis/events/connection';
import { ensureConsumer } from '@assay/chassis/events/durable';
import { openPullRequests } from '@assay/chassis/events/pull-requests';
import { declareStream, ensureDeadLetters, ensureStream } from '@assay/chassis/events/streams';
import { createLogger } from '@assay/chassis/logger';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import { BalanceLow } from '@assay/proto/billing/v1/billing_events';
import { FileDeleted } from '@assay/proto/files/v1/file_events';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import { DatasetDeleted } from '@assay/proto/datasets/v1/dataset_events';
import { OrganizationCreated } from '@assay/proto/organizations/v1/organization_events';
import { processNames, serviceNames } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { RunStarted } from '@assay/proto/runs/v1/run_events';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebhookDisabled } from '@assay/proto/webhooks/v1/webhook_events';
import { readConfig } from '../src/config.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { startGuardian } from '../src/processes/guardian.ts';
import type { Guardian } from '../src/processes/guardian.ts';
import { startServers } from '../src/servers/start-servers.ts';
import type { RunningServers } from '../src/servers/start-servers.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const owned = [
  ['identity-org', OrganizationCreated],
  ['projects-files', FileDeleted],
  ['datasets', DatasetDeleted],
  ['verification', RunStarted],
  ['billing', BalanceLow],
  ['crowd-webhooks', WebhookDisabled],
] as const;
const limits = { retention: 'limits', maxAgeMs: 60_000 } as const;

let stateDir: string;
let guardian: Guardian;
let servers: RunningServers;
const open = new Map<ProcessName, EventConnection>();
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'assay-nats-'));
  guardian = startGuardian();
  const config = readConfig();
  const { mongodb, s3, redis } = inject('servers');
  const others = { mongodbUri: mongodb.uri, s3, redisUrl: redis?.url, natsUrl: undefined };
  servers = await startServers({
    config: { ...config, external: { ...config.external, ...others } },
    mode: 'persistent',
    stateDir,
    guardian,
    onProgress: () => undefined,
    natsPasswords: createSecrets().natsPasswords,
  });
  for (const name of processNames) {
    open.set(name, await connectNats({ url: servers.nats.urls?.[name] ?? '', name, logger }));
  }
  for (const [name, message] of owned) {
    await ensureStream(as(name), declareStream({ messages: [message], ...limits }));
    await ensureStream(as(name), declareStream({ messages: [ActionAudited], ...limits }));
    await ensureDeadLetters(as(name));
  }
}, 600_000);
afterAll(async () => {
  await Promise.all([...open.values()].map((connection) => connection.close()));
  await servers.stop();
  guardian.close();
  await rm(stateDir, { recursive: true, force: true });
});

function as(name: ProcessName): EventConnection {
  const connection = open.get(name);
  if (connection === undefined) throw new Error(`${name} is not connected`);
  return connection;
}

/** Resolves to true when the stream has stored the event. */
async function publish(name: ProcessName, subject: string): Promise<boolean> {
  return as(name)
    .js.publish(subject, new Uint8Array(), { timeout: 500 })
    .then(
      () => true,
      () => false,
    );
}

describe('a user of NATS', () => {
  it('is needed', async () => {
    const { host } = new URL(servers.nats.url);
    const connecting = connectNats({ url: `nats://${host}`, name: 'nobody', logger, connectTimeoutMs: 500 });
    await expect(connecting).rejects.toThrow('is not reachable');
  });

  it.each(owned)('of %s alone publishes the events of that service', async (owner, { $type }) => {
    for (const name of processNames)
      expect([name, await publish(name, $type)]).toEqual([name, name === owner]);
  });

  it.each(processNames)('of %s publishes audit events and dead letters if it is a service', async (name) => {
    const isService = serviceNames.some((service) => service === name);
    expect(await publish(name, ActionAudited.$type)).toBe(isService);
    expect(await publish(name, `dead-letters.${name}__x`)).toBe(isService);
  });

  it('cannot change the stream of another service', async () => {
    const taken = declareStream({ messages: [FileDeleted], ...limits, maxAgeMs: 120_000 });
    await expect(ensureStream(as('billing'), taken)).rejects.toThrow();
    await expect(ensureStream(as('gateway'), taken)).rejects.toThrow();
  });

  it.each(serviceNames)('of %s consumes the events of others', async (service) => {
    const stream = declareStream({ messages: [FileDeleted], ...limits });
    const durable = `${service}__on-file-deleted`;
    await ensureConsumer(as(service), {
      stream: stream.name,
      durable,
      message: FileDeleted,
      ackWaitMs: 5_000,
    });
    expect(await publish('projects-files', FileDeleted.$type)).toBe(true);
    const taken: string[] = [];
    const pulls = openPullRequests(as(service), { stream: stream.name, durable }, (message) => {
      taken.push(message.subject);
      message.respond();
    });
    await pulls.pull(1);
    pulls.close();
    expect(taken).toEqual([FileDeleted.$type]);
  });

  it('hears broadcasts, which only their owner sends', async () => {
    const heard: string[] = [];
    onBroadcast(as('gateway'), CredentialsInvalidated, ({ userIds }) => void heard.push(...userIds));
    await as('gateway').flush();
    for (const name of ['billing', 'gateway', 'identity-org'] as const) {
      broadcast(as(name), CredentialsInvalidated, CredentialsInvalidated.fromPartial({ userIds: [name] }));
      await as(name).flush();
    }
    await expect.poll(() => heard).toEqual(['identity-org']);
  });

  it('cannot read the inbox of another', async () => {
    const read: string[] = [];
    const listening = as('billing').nc.subscribe('_INBOX.>', {
      callback: (error, message) => {
        if (error === null) read.push(message.subject);
      },
    });
    await as('billing').flush();
    expect(await publish('verification', RunStarted.$type)).toBe(true);
    expect(read).toEqual([]);
    listening.unsubscribe();
  });
});
