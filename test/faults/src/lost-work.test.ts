/** Streams are purged at random; every upload and run ends all the same. */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connectNats } from '@assay/chassis/events/connection';
import type { EventConnection } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { createSemaphore } from '@assay/chassis/process/semaphore';
import { projectRoot, readConfig } from '@assay/local/config';
import { environmentOf } from '@assay/local/platform/environment';
import { preparePlatform } from '@assay/local/platform/prepare-platform';
import { startGuardian } from '@assay/local/processes/guardian';
import { processes } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openDatabase } from '@assay/test-kit/set-up/open-database';
import { insist } from './journal.ts';
import { expectMoneyRight } from './money/money.ts';
import { smallPicture } from './small-picture.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const uploads = isWhole ? 200 : 12;
const clients = 4;
const logger = createLogger({ name: 'test', level: 'silent' });

let platform: LaunchedPlatform;
let events: EventConnection;
let mongo: MongoConnection;
let rest: Rest;
/** One harm at a time. */
const harm = createSemaphore(1);
const lost = { messages: 0, purges: 0, emptied: 0 };

beforeAll(async () => {
  const variables = { RATE_LIMIT_AUTHENTICATED: '100000000', HOLD_OVERDUE_MS: '15000' };
  platform = await launchPlatform({ servers: inject('servers'), variables });
  const { servers, natsNamespace: namespace } = platform.layout;
  events = await connectNats({ url: servers.nats.url, name: 'test', logger, namespace });
  mongo = await openDatabase(platform.layout, 'projects-files');
  rest = createRest(platform.baseUrl, platform.apiKey);
});

afterAll(async () => {
  await events.close();
  await mongo.close();
  await platform.stop();
});

async function streams() {
  const own = events.namespace.stream('');
  const found = [];
  for await (const { config, state } of events.jsm.streams.list()) {
    if (config.name.startsWith(own)) found.push({ name: config.name, messages: state.messages });
  }
  return found;
}

/** Runs an operator's command of a service; resolves to what it printed. */
async function command(service: ServiceName, name: string): Promise<string> {
  const script = join(projectRoot, processes[service].folder, 'src/commands', `${name}.ts`);
  const env = { ...readConfig().inherited, ...environmentOf(service, platform.layout) };
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', script], { env });
  return stdout;
}

/** What is in a stream is gone, as after an operator's mistake. */
async function purge(): Promise<void> {
  const all = await streams();
  const { name, messages } = all[randomInt(all.length)] ?? { name: '', messages: 0 };
  await events.jsm.streams.purge(name);
  lost.messages += messages;
  lost.purges += 1;
}

/** Streams and consumers are gone, as after a restore, and are prepared anew. */
async function empty(): Promise<void> {
  for (const { name, messages } of await streams()) {
    await events.jsm.streams.delete(name);
    lost.messages += messages;
  }
  lost.emptied += 1;
  const guardian = startGuardian();
  const { layout } = platform;
  const { inherited, temporaryDir: logsDir } = readConfig();
  await preparePlatform({ layout, inherited, logsDir, guardian });
  guardian.close();
}

/** Lets the minute go by after which a file that waits is asked for again. */
async function passMinute(): Promise<void> {
  const waiting = { enrichmentStatus: 'pending', dueAt: { $gt: new Date(0) } };
  await mongo.db.collection('files').updateMany(waiting, { $set: { dueAt: new Date(0) } });
}

it(
  `${uploads.toString()} files and runs end, and the money reconciles, though messages are lost all the time`,
  { timeout: 1_800_000 },
  async () => {
    const { body: project } = await rest.post('/v2/projects', { name: 'Lost work' });
    const projectId = project.id as string;
    const picture = { name: 'small.png', bytes: smallPicture(), type: 'image/png' };
    const left = Array.from({ length: uploads }, (_, index) => index);
    const files: string[] = [];
    let isOver = false;

    async function work(): Promise<void> {
      while (left.pop() !== undefined) {
        const { body } = await insist(
          () => rest.upload(projectId, picture),
          ({ status }) => status === 201,
        );
        files.push(body.id);
        await pause(randomInt(200));
      }
    }

    async function lose(): Promise<void> {
      while (!isOver) {
        await pause(100 + randomInt(900));
        await harm.run(randomInt(10) === 0 ? empty : purge);
      }
    }

    const losing = lose();
    await Promise.all(Array.from({ length: clients }, work));
    await harm.run(empty);
    const unread = new Set(files);
    const started: string[] = [];
    while (unread.size > 0) {
      for (const id of unread) {
        const { body } = await rest.get(`/v2/files/${id}`);
        if (body.enrichmentStatus !== 'completed') continue;
        unread.delete(id);
        const order = { pipelineSlug: 'image-authenticity', fileIds: [id] };
        const run = await insist(
          () => rest.post(`/v2/projects/${projectId}/verification-runs`, order),
          ({ status }) => status === 201,
        );
        started.push(run.body.id);
      }
      await passMinute();
      await pause(500);
    }
    isOver = true;
    await losing;
    await empty();
    for (const service of ['projects-files', 'datasets', 'verification', 'billing'] as const) {
      process.stdout.write(await command(service, 'redrive'));
    }

    const runs = new Set(started);
    while (runs.size > 0) {
      for (const id of runs) {
        const { body } = await rest.get(`/v2/projects/${projectId}/verification-runs/${id}`);
        if (body.status === 'completed') runs.delete(id);
        expect(body).not.toMatchObject({ status: 'failed' });
      }
      await pause(500);
    }
    await expectMoneyRight(platform, rest, { projectId, organizationId: project.organizationId });
    expect(await command('billing', 'reconcile')).toMatch(/ 0 problems\n$/u);
    process.stdout.write(
      `lost ${lost.messages.toString()} messages in ${lost.purges.toString()} purges and ${lost.emptied.toString()} times all; ` +
        `${files.length.toString()} files and ${started.length.toString()} runs completed\n`,
    );
    expect(lost.messages).toBeGreaterThan(0);
  },
);
