/** Costly files of four organizations do not delay the short cleanings of another one. */
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { NamedBytes, Rest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeText } from './make-text.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const hostileCount = 4;
const hostileFiles = isWhole ? 100 : 6;
const hostileBytes = isWhole ? 4_000_000 : 1_000_000;
const victimFiles = isWhole ? 200 : 20;
const maxFactor = 2;
const maxJobMs = 1_800_000;

interface Version {
  readonly id: string;
  readonly state: string;
}

interface Started {
  readonly rest: Rest;
  readonly path: string;
}

const stops: (() => Promise<void>)[] = [];
let victim: Rest;
let hostile: readonly Rest[];

async function openOrganization(): Promise<Rest> {
  const { baseUrl, apiKey, stop } = await joinPlatform();
  stops.push(stop);
  return createRest(baseUrl, apiKey);
}

beforeAll(async () => {
  victim = await openOrganization();
  hostile = await Promise.all(Array.from({ length: hostileCount }, openOrganization));
});
afterAll(() => Promise.all(stops.map((stop) => stop())));

let created = 0;

/** Uploads the files to a new dataset. Returns the path of the dataset and of its raw version. */
async function upload(rest: Rest, files: readonly NamedBytes[]) {
  created += 1;
  const internalId = `long-${created.toString()}-${Date.now().toString(36)}`;
  const answer = await rest.post('/v2/datasets', { name: 'Set', internalId, modality: 'text' });
  const { id, rawVersionId } = answer.body as { readonly id: string; readonly rawVersionId: string };
  for (let start = 0; start < files.length; start += 50)
    expect((await rest.uploadToDataset(id, files.slice(start, start + 50))).status).toBe(201);
  return { path: `/v2/datasets/${id}/versions`, rawVersionId };
}

async function clean(
  rest: Rest,
  { path, rawVersionId }: Awaited<ReturnType<typeof upload>>,
): Promise<Started> {
  const { status, body } = await rest.post(`${path}/${rawVersionId}/clean`, {
    pipelineSlug: 'text-pii-mask',
  });
  expect(status).toBe(200);
  return { rest, path: `${path}/${(body as Version).id}` };
}

const readState = async ({ rest, path }: Started): Promise<string> =>
  ((await rest.get(`${path}?limit=1`)).body as Version).state;

/** Cleans the dataset, and returns the seconds until its version is finished. */
async function timeCleaning(rest: Rest, dataset: Awaited<ReturnType<typeof upload>>): Promise<number> {
  const startedAt = performance.now();
  const started = await clean(rest, dataset);
  const isCleaned = async () => expect(await readState(started)).toBe('cleaned');
  await vi.waitFor(isCleaned, { timeout: maxJobMs, interval: 200 });
  return (performance.now() - startedAt) / 1000;
}

/** Telephone numbers take the most time of all personal data. */
function makeLongText(index: number): NamedBytes {
  const line = `call +1 212 555 ${(1_000 + index).toString()}, `;
  const bytes = Buffer.from(line.repeat(hostileBytes / line.length));
  return { name: `long-${index.toString()}.txt`, bytes, type: 'text/plain' };
}

it(
  'short cleanings end while the long files of four organizations are treated',
  { timeout: maxJobMs, retry: 0 },
  async () => {
    const texts = Array.from({ length: victimFiles }, (_, index) => makeText(index));
    const longTexts = Array.from({ length: hostileFiles }, (_, index) => makeLongText(index));
    const own = await upload(victim, texts);
    // The first job starts the child processes.
    await timeCleaning(victim, own);
    const alone = await timeCleaning(victim, own);
    const started = await Promise.all(
      hostile.map(async (rest) => clean(rest, await upload(rest, longTexts))),
    );
    const together = await timeCleaning(victim, own);
    const states = await Promise.all(started.map(readState));
    process.stderr.write(
      `long files: ${victimFiles.toString()} files take ${alone.toFixed(1)} s alone, ${together.toFixed(1)} s next to four organizations\n`,
    );
    expect(states).toEqual(started.map(() => 'cleaning'));
    expect(together).toBeLessThanOrEqual(isWhole ? maxFactor * alone : maxJobMs / 1000);
    for (const { rest, path } of started) expect((await rest.delete(path)).status).toBe(204);
  },
);
