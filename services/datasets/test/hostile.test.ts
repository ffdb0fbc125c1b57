import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createSemaphore } from '@assay/chassis/work/semaphore';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import type { NamedBytes } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitVersion, startDatasetPlatform } from './dataset-platform.ts';
import type { DatasetPlatform, VersionBody } from './dataset-platform.ts';

const folder = findSharedMedia('hostile');
/** Evenly from the list; the whole form takes all of them. */
const maxFiles = process.env['FAULTS'] === 'whole' ? 1_000 : 40;
const maxBytes = 5_000_000;
const uploadsAtOnce = 8;

let on: DatasetPlatform;

beforeAll(async () => {
  on = await startDatasetPlatform();
});

afterAll(() => on.stop());

async function listHostileFiles(): Promise<readonly NamedBytes[]> {
  const names = await readdir(folder ?? '', { recursive: true });
  const step = Math.max(1, Math.floor(names.length / maxFiles));
  const files: NamedBytes[] = [];
  for (const name of names.toSorted().filter((_, at) => at % step === 0)) {
    const path = join(folder ?? '', name);
    const facts = await stat(path);
    if (!facts.isFile() || facts.size === 0 || facts.size > maxBytes) continue;
    files.push({ name: basename(name), bytes: await readFile(path), type: 'application/octet-stream' });
  }
  return files;
}

describe.skipIf(folder === undefined)('hostile files (needs the media collection)', () => {
  it(
    'end a job as cleaned, and every file that cannot be read is counted',
    { timeout: 600_000 },
    async () => {
      const dataset = await on.createDataset('multimodal');
      const slots = createSemaphore(uploadsAtOnce);
      const statuses = await Promise.all(
        (await listHostileFiles()).map((file) =>
          slots.run(async () => {
            const { status } = await on.rest.uploadToDataset(dataset.id, [file]);
            expect([file.name, status]).toEqual([file.name, status === 415 ? 415 : 201]);
            return status;
          }),
        ),
      );
      const accepted = statuses.filter((status) => status === 201).length;
      expect(accepted).toBeGreaterThan(10);
      const { body } = await on.rest.post(`${dataset.raw}/clean`, { pipelineSlug: 'multimodal-standard' });
      const { state, error, counts } = await awaitVersion(
        on.rest,
        `${dataset.path}/versions/${(body as VersionBody).id}`,
      );
      expect([state, error]).toEqual(['cleaned', null]);
      const removed = counts?.removed as Readonly<Record<string, number>>;
      const total = Object.values(removed).reduce((sum, count) => sum + count, 0);
      expect((counts?.unchanged ?? 0) + (counts?.changed ?? 0) + total).toBe(accepted);
      expect(removed['undecodable']).toBeGreaterThan(0);
    },
  );
});
