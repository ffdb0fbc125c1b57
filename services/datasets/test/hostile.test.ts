import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createSemaphore } from '@assay/chassis/process/semaphore';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import type { NamedBytes } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitVersion, startDatasetPlatform } from './dataset-platform.ts';
import type { DatasetPlatform, VersionBody } from './dataset-platform.ts';

const folder = findSharedMedia('hostile');
/** Evenly from the list; the whole form takes all of them. */
const maxFiles = process.env['FAULTS'] === 'whole' ? 1_000 : 40;
const uploadsAtOnce = 8;
/** These are in every form: each decodes to many times its size, or says so. */
const isBomb = (name: string): boolean => /^(?:bomb|lie)_/u.test(name);

let on: DatasetPlatform;

beforeAll(async () => {
  on = await startDatasetPlatform();
});

afterAll(() => on.stop());

async function listHostileFiles(): Promise<readonly NamedBytes[]> {
  const names = await readdir(folder ?? '', { recursive: true });
  const step = Math.max(1, Math.floor(names.length / maxFiles));
  const files: NamedBytes[] = [];
  for (const name of names.toSorted().filter((each, at) => at % step === 0 || isBomb(each))) {
    const path = join(folder ?? '', name);
    const facts = await stat(path);
    if (!facts.isFile() || facts.size === 0) continue;
    files.push({ name: basename(name), bytes: await readFile(path), type: 'application/octet-stream' });
  }
  return files;
}

/** Returns when the process of `datasets` started. */
async function readStartTime(): Promise<string | undefined> {
  const { admin } = on.platform.layout.ports.datasets;
  const metrics = await (await fetch(`http://127.0.0.1:${admin.toString()}/metrics`)).text();
  return /^process_start_time_seconds\S* (\S+)$/mu.exec(metrics)?.[1];
}

interface CorruptFile {
  readonly fileIds: readonly string[];
}

async function listCorruptFiles(raw: string): Promise<readonly string[]> {
  const { body } = await on.rest.get(`${raw}/issues?type=corrupt&limit=200`);
  return (body.data as readonly CorruptFile[]).flatMap(({ fileIds }) => fileIds);
}

describe.skipIf(folder === undefined)('hostile files (needs the media collection)', () => {
  it(
    'end a job as cleaned, every file that cannot be read is counted as corrupt, and no process exits',
    { timeout: 600_000 },
    async () => {
      const dataset = await on.createDataset('multimodal');
      const startTime = await readStartTime();
      const bombs: string[] = [];
      const slots = createSemaphore(uploadsAtOnce);
      const statuses = await Promise.all(
        (await listHostileFiles()).map((file) =>
          slots.run(async () => {
            const { status, body } = await on.rest.uploadToDataset(dataset.id, [file]);
            expect([file.name, status]).toEqual([file.name, status === 415 ? 415 : 201]);
            const [stored] = status === 201 ? (body as readonly { readonly id: string }[]) : [];
            if (stored !== undefined && isBomb(file.name)) bombs.push(stored.id);
            return status;
          }),
        ),
      );
      const accepted = statuses.filter((status) => status === 201).length;
      expect(accepted).toBeGreaterThan(10);
      expect(bombs).toHaveLength(4);
      const { body } = await on.rest.post(`${dataset.raw}/clean`, { pipelineSlug: 'multimodal-standard' });
      const { state, error, counts } = await awaitVersion(
        on.rest,
        `${dataset.path}/versions/${(body as VersionBody).id}`,
      );
      expect([state, error]).toEqual(['cleaned', null]);
      const removed = counts?.removed as Readonly<Record<string, number>>;
      const total = Object.values(removed).reduce((sum, count) => sum + count, 0);
      expect((counts?.unchanged ?? 0) + (counts?.changed ?? 0) + total).toBe(accepted);
      const corrupt = await listCorruptFiles(dataset.raw);
      expect(corrupt).toHaveLength(removed['undecodable'] ?? 0);
      expect(corrupt).toEqual(expect.arrayContaining(bombs));
      expect(startTime).toMatch(/^\d+/u);
      expect(await readStartTime()).toBe(startTime);
    },
  );
});
