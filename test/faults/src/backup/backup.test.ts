/** A platform is saved while it works, and restored into empty servers. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { createSecrets } from '@assay/local/platform/secrets';
import { backupOrder } from '@assay/chassis/storage/backup/manifest';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { expectMoneyRight } from '../money/money.ts';
import { smallPicture } from '../small-picture.ts';
import { createCommands } from './commands.ts';
import { differences, downloadedSha256, outcomeOf, readEverything, settled } from './reads.ts';
import type { Written, WrittenFile } from './reads.ts';
import { createSavedDataset, readDataset, removeRawFile } from './saved-dataset.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const [uploads, runCount, clients] = isWhole ? [500, 200, 4] : [10, 5, 2];
const settings = { RATE_LIMIT_AUTHENTICATED: '100000000', OBJECT_DELETION_DELAY_MS: '86400000' };

const secrets = createSecrets();
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** A platform with a bucket of its own, on servers that others use as well. */
async function launch(name: string): Promise<{ platform: LaunchedPlatform; rest: Rest }> {
  const platform = await launchPlatform({ servers: serversOf(name), variables: settings, name, secrets });
  closing.push(() => platform.stop());
  return { platform, rest: createRest(platform.baseUrl, platform.apiKey) };
}

function serversOf(bucket: string): PlatformLayout['servers'] {
  const servers = inject('servers');
  return { ...servers, s3: { ...servers.s3, bucket } };
}

function newName(): string {
  return `t${randomUUID().replaceAll('-', '').slice(0, 16)}`;
}

interface Load {
  readonly files: WrittenFile[];
  readonly runs: Written[];
  readonly done: Promise<unknown>;
}

async function upload(rest: Rest, projectId: string, comment: string): Promise<WrittenFile> {
  const bytes = smallPicture(comment);
  const { status, body } = await rest.upload(projectId, { name: 'a.png', bytes, type: 'image/png' });
  expect(status).toBe(201);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { id: body.id, at: performance.now(), sha256 };
}

/** Uploads files and starts runs of the first of them; everything that was acknowledged is noted. */
function begin(rest: Rest, projectId: string): Load {
  const files: WrittenFile[] = [];
  const runs: Written[] = [];
  const left = Array.from({ length: uploads }, (_, index) => index);
  async function work(): Promise<void> {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      const file = await upload(rest, projectId, `picture ${number.toString()}`);
      files.push(file);
      if (number >= runCount) continue;
      await awaitEnrichment(rest, file.id);
      const order = { pipelineSlug: 'image-authenticity', fileIds: [file.id] };
      const run = await rest.post(`/v2/projects/${projectId}/verification-runs`, order);
      expect(run.status).toBe(201);
      runs.push({ id: run.body.id, at: performance.now() });
    }
  }
  const done = Promise.all(Array.from({ length: clients }, work));
  // It may fail before anybody waits for it.
  done.catch(() => undefined);
  return { files, runs, done };
}

it(
  `${uploads.toString()} files and ${runCount.toString()} runs are saved while they are made, and are all there in empty servers`,
  { timeout: 1_800_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-backup-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const { platform, rest } = await launch(newName());
    const { body: project } = await rest.post('/v2/projects', { name: 'Saved' });
    const { id: projectId, organizationId } = project as { id: string; organizationId: string };
    const doomed = await upload(rest, projectId, 'deleted while the platform is saved');
    await awaitEnrichment(rest, doomed.id);
    const datasetPath = await createSavedDataset(rest);
    const load = begin(rest, projectId);
    load.files.push(doomed);
    await vi.waitUntil(() => load.runs.length >= runCount / 2, { timeout: 600_000 });

    const early = await readEverything(rest, projectId, { files: [...load.files], runs: [...load.runs] });
    const versions = await readDataset(rest, datasetPath);
    const save = createCommands(platform.layout, { BACKUP_TARGET: folder, BACKUP_ID: 'nightly' });
    const beganAt = performance.now();
    for (const service of backupOrder) {
      await save(service, 'backup', 'database');
      if (service === 'datasets') await removeRawFile(rest, datasetPath);
      // Named by the copy, and gone before its objects are copied.
      if (service === 'projects-files') await rest.delete(`/v2/files/${doomed.id}`);
    }
    const databasesAt = performance.now();
    process.stdout.write(await save('projects-files', 'backup', 'objects'));
    expect(await save('projects-files', 'backup', 'prune')).toBe(
      'removed no backup and 0 object contents; 1 backups are kept\n',
    );
    await load.done;
    for (const { id } of load.files) if (id !== doomed.id) await awaitEnrichment(rest, id);
    for (const { id } of load.runs) await awaitRunEnd(rest, { id, projectId });
    const before = await readEverything(rest, projectId, load);
    await platform.stop();

    const name = newName();
    const layout = {
      ...platform.layout,
      servers: serversOf(name),
      databasePrefix: name,
      natsNamespace: name,
    };
    // As the Job is named that restores.
    const restore = createCommands(layout, { BACKUP_TARGET: folder, BACKUP_ID: 'restore-nightly' });
    await restore('projects-files', 'restore', 'objects');
    for (const service of backupOrder) await restore(service, 'restore', 'database');
    const restored = await launch(name);
    const restoredAt = performance.now();
    for (const service of ['datasets', 'verification', 'projects-files', 'billing'] as const) {
      process.stdout.write(await restore(service, 'redrive'));
    }

    const kept = async (written: readonly Written[], pathOf: (id: string) => string) => {
      const there = new Set<string>();
      for (const { id } of written) if ((await restored.rest.get(pathOf(id))).status === 200) there.add(id);
      return there;
    };
    const files = await kept(load.files, (id) => `/v2/files/${id}`);
    const runs = await kept(load.runs, (id) => `/v2/projects/${projectId}/verification-runs/${id}`);
    const isDue = ({ at }: Written): boolean => at < beganAt;
    expect(load.files.filter(isDue).filter(({ id }) => !files.has(id))).toEqual([]);
    expect(load.runs.filter(isDue).filter(({ id }) => !runs.has(id))).toEqual([]);

    for (const id of files) await awaitEnrichment(restored.rest, id);
    for (const id of runs) await awaitRunEnd(restored.rest, { id, projectId });
    await expectMoneyRight(restored.platform, restored.rest, { projectId, organizationId });
    const pendingMs = performance.now() - restoredAt;
    expect(await restore('billing', 'reconcile')).toMatch(/ 0 problems\n$/u);
    for (const { id, sha256 } of load.files.filter((file) => files.has(file.id))) {
      expect(await downloadedSha256(restored.rest, id)).toBe(sha256);
    }
    expect(await readDataset(restored.rest, datasetPath)).toEqual(versions);
    const after = await readEverything(restored.rest, projectId, load);
    const asBefore = differences(early, after, settled);
    const asEnded = differences(before, after, outcomeOf);
    expect(asBefore).toEqual([]);
    expect(asEnded.filter((what) => what !== `files ${doomed.id}`)).toEqual([]);
    process.stdout.write(
      `${files.size.toString()} of ${load.files.length.toString()} files and ${runs.size.toString()} of ${load.runs.length.toString()} runs were saved, ` +
        `all that was acknowledged before; databases were copied in ${Math.round(databasesAt - beganAt).toString()} ms, ` +
        `and nothing was pending ${Math.round(pendingMs).toString()} ms after the restored platform was ready\n`,
    );
  },
);
