/** Webhooks receive each event while processes are killed, and again by redrive after NATS lost its data. */
import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import type { ServiceName } from '@assay/proto/processes';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCommands } from '../backup/commands.ts';
import type { RunCommand } from '../backup/commands.ts';
import { createKiller } from '../datasets/kill-victims.ts';
import { startOwnPlatform } from '../own-platform.ts';
import type { OwnPlatform } from '../own-platform.ts';
import { startWorker } from '../start-worker.ts';
import { awaitConsumed } from './await-consumed.ts';
import { awaitDelivered } from './await-delivered.ts';
import { findDeliveryFaults, noFaults } from './find-delivery-faults.ts';
import { causeOtherEvents, otherEvents } from './other-events.ts';
import { authorityFile, startReceivers } from './receivers.ts';
import type { Receivers } from './receivers.ts';
import { openStoredDeliveries } from './stored-deliveries.ts';
import type { StoredDeliveries } from './stored-deliveries.ts';
import { createWatchedProject, createWebhook, uploadTexts } from './watched-project.ts';
import type { WatchedProject } from './watched-project.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const webhookCount = isWhole ? 10 : 4;
const fileCount = isWhole ? 1_020 : 75;
const lostCount = isWhole ? 100 : 10;
const limits = isWhole
  ? { longestPauseMs: 6_000, minRounds: 4, maxRounds: 40 }
  : { longestPauseMs: 1_500, minRounds: 2, maxRounds: 2 };
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

let receivers: Receivers;
let on: OwnPlatform;
let worker: RestartableProcess;
let stored: StoredDeliveries;
let run: RunCommand;

beforeAll(async () => {
  receivers = await startReceivers(webhookCount / 2);
  const variables = {
    WEBHOOK_ALLOWED_ADDRESSES: receivers.addresses.join(','),
    WEBHOOK_CA_FILE: authorityFile,
    WEBHOOK_PER_ORGANIZATION: '64',
  };
  on = await startOwnPlatform({ name: 'deliveries', mode: 'persistent', variables });
  const { guardian, stateDir: logsDir, platform } = on;
  worker = await startWorker(platform.layout, { service: 'crowd-webhooks', guardian, logsDir, variables });
  stored = await openStoredDeliveries(platform.layout);
  run = createCommands(platform.layout);
});

afterAll(async () => {
  await stored.close();
  await worker.stop();
  await on.stop();
  receivers.stop();
});

function report(line: string): void {
  process.stderr.write(`deliveries: ${line}\n`);
}

/** Expects each event at each webhook, each under one delivery id, and returns the number of deliveries. */
async function expectDelivered({ id, webhooks }: WatchedProject): Promise<number> {
  const fileIds = await stored.listEnrichedFiles(id);
  const deliveries = await stored.listDeliveries([...webhooks.values()]);
  expect(findDeliveryFaults({ webhooks, fileIds, deliveries, requests: receivers.requests })).toEqual(
    noFaults,
  );
  expect(deliveries).toHaveLength(fileIds.length * webhooks.size);
  return deliveries.length;
}

/** Kills NATS, removes all of its data, and prepares the platform again. */
async function emptyNats(): Promise<void> {
  await on.servers.processes.nats?.kill();
  await rm(join(on.stateDir, 'data/nats/jetstream'), { recursive: true });
  await on.servers.processes.nats?.restart();
  await on.platform.prepare();
}

async function redrive(service: ServiceName): Promise<string> {
  const printed = await run(service, 'redrive');
  report(printed.trim().split('\n').at(-1) ?? '');
  return printed;
}

let killed: WatchedProject;

it(
  `${(fileCount * webhookCount).toString()} deliveries are received under one id each while processes are killed`,
  { timeout: 3_600_000, retry: 0 },
  async () => {
    report(`seed ${seed.toString()}`);
    killed = await createWatchedProject(on.rest, receivers, { name: 'killed', webhookCount });
    const { nats, mongodb } = on.servers.processes;
    const victims = [on.platform.processes['crowd-webhooks'], worker, nats, mongodb];
    const killer = createKiller({
      victims: victims.filter((victim) => victim !== undefined),
      random: createRandom(seed),
      ...limits,
    });
    const startedAt = performance.now();
    // The kills begin when deliveries are in progress.
    await uploadTexts(on.rest, killed.id, fileCount / 3);
    await expect.poll(() => receivers.requests.length, { interval: 10 }).toBeGreaterThan(0);
    await killer.killDuring(async () => {
      await uploadTexts(on.rest, killed.id, (fileCount * 2) / 3);
      if (isWhole) await awaitDelivered(stored, killed, killer.calm);
    });
    // The short form does not wait for the leases of dead workers.
    if (!isWhole) await redrive('crowd-webhooks');
    await awaitDelivered(stored, killed);
    const count = await expectDelivered(killed);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    const kills = [...killer.kills].map(([name, times]) => `${name} ${times.toString()}`);
    report(
      `${count.toString()} deliveries, ${receivers.requests.length.toString()} requests in ${seconds} s`,
    );
    report(`kills: ${kills.join(', ')}`);
    expect([...killer.kills].filter(([, times]) => times === 0)).toEqual([]);
  },
);

it(
  'redrive sends the deliveries that are stored, and publishes the events that NATS lost',
  { timeout: 600_000, retry: 0 },
  async ({ skip }) => {
    if (on.servers.processes.nats === undefined) return skip('NATS was not started by this test');
    const project = await createWatchedProject(on.rest, receivers, { name: 'emptied', webhookCount: 2 });
    const webhookIds = [...project.webhooks.values()];
    receivers.respondWith(503);
    await uploadTexts(on.rest, project.id, lostCount);
    await expect.poll(() => stored.countDeliveries(webhookIds)).toBe(lostCount * 2);
    await emptyNats();
    receivers.respondWith(204);
    expect(await redrive('crowd-webhooks')).toMatch(/made [1-9]\d* deliveries due/u);
    await awaitDelivered(stored, project);
    await expectDelivered(project);

    const url = `https://${receivers.addresses[0] ?? ''}/others`;
    await createWebhook(on.rest, project.id, { url, eventTypes: otherEvents });
    const service = on.platform.processes['crowd-webhooks'];
    await Promise.all([service.kill(), worker.kill()]);
    await uploadTexts(on.rest, project.id, lostCount);
    await causeOtherEvents(on.rest, project);
    await expect.poll(() => stored.countUnreported(project.id)).toBe(0);
    await emptyNats();
    await Promise.all([service.restart(), worker.restart()]);
    await awaitConsumed(on.platform.layout);
    expect(await stored.countDeliveries(webhookIds)).toBe(lostCount * 2);
    for (const owner of ['projects-files', 'datasets', 'verification', 'billing'] as const)
      expect(await redrive(owner)).toMatch(/published [1-9]\d* events of the last 24 hours again/u);
    await awaitDelivered(stored, project);
    await awaitConsumed(on.platform.layout);
    // The image of the run is a file too.
    expect(await expectDelivered(project)).toBe((2 * lostCount + 1) * 2);
    const others = () => receivers.requests.filter(({ path }) => path === '/others');
    await expect
      .poll(() =>
        others()
          .map(({ event }) => event)
          .toSorted(),
      )
      .toEqual(otherEvents);
    // The events that were delivered before are dropped by their ids.
    await expectDelivered(killed);
  },
);
