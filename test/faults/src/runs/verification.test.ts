/** The verification service and its workers are killed during runs; each run ends, and is paid once. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { insist } from '../journal.ts';
import { expectMoneyRight } from '../money/money.ts';
import { smallPicture } from '../small-picture.ts';
import { killVerification } from './kill-verification.ts';
import { openArtifactRoom } from './stored-artifacts.ts';
import type { ArtifactRoom } from './stored-artifacts.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const runCount = isWhole ? 200 : 12;
/** The whole form kills for as long as there are runs under way. */
const kindOfKilling = isWhole
  ? { most: { service: Infinity, workers: Infinity }, longestPauseMs: 3_000 }
  : { most: { service: 1, workers: 2 }, longestPauseMs: 1_500 };
const filesPerStart = 4;
/** One in so many is canceled while it is under way. */
const canceledOf = 6;

let platform: LaunchedPlatform;
let rest: Rest;
let room: ArtifactRoom;
let organizationId: string;
let projectId: string;
let fileIds: readonly string[];

beforeAll(async () => {
  platform = await launchPlatform({
    servers: inject('servers'),
    variables: { RATE_LIMIT_AUTHENTICATED: '100000000' },
  });
  rest = createRest(platform.baseUrl, platform.apiKey);
  room = await openArtifactRoom(platform.layout);
  const { body: project } = await rest.post('/v2/projects', { name: 'Killed' });
  [projectId, organizationId] = [project.id, project.organizationId];
  fileIds = await Promise.all(
    Array.from({ length: filesPerStart }, async (_, index) => {
      const picture = { name: `${String(index)}.png`, bytes: smallPicture(String(index)), type: 'image/png' };
      const { body } = await rest.upload(projectId, picture);
      return (await awaitEnrichment(rest, body.id as string)).id as string;
    }),
  );
});

afterAll(async () => {
  await room.close();
  await platform.stop();
});

const runsPath = () => `/v2/projects/${projectId}/verification-runs`;

/** Starts a run over each file, trying again under the same key as a patient client does. */
async function startAll(): Promise<readonly string[]> {
  const headers = { 'idempotency-key': randomUUID() };
  const order = { pipelineSlug: 'image-authenticity', fileIds };
  const { body } = await insist(
    () => rest.post(`/v2/projects/${projectId}/run-pipeline`, order, headers),
    ({ status }) => status === 201,
  );
  return body.runs.map(({ jobId }: { jobId: string }) => jobId);
}

async function cancel(runId: string): Promise<void> {
  await insist(
    () => rest.post(`${runsPath()}/${runId}/cancel`),
    ({ status }) => status === 200 || status === 409,
  );
}

async function endOf(runId: string): Promise<string> {
  for (;;) {
    const answer = await rest.get(`${runsPath()}/${runId}`).catch(() => undefined);
    const { status, error } = answer?.body ?? {};
    if (status === 'completed') return status;
    if (status === 'failed') return error as string;
    await pause(200);
  }
}

it(
  `${String(runCount)} runs end and are charged or released once, and no artifact is lost or left behind`,
  { timeout: 3_600_000 },
  async () => {
    const kills = { service: 0, workers: 0 };
    let isOver = false;
    const killing = killVerification(platform.processes.verification, {
      ...kindOfKilling,
      isOver: () => isOver,
      kills,
    });
    const started: string[] = [];
    while (started.length < runCount) started.push(...(await startAll()));
    for (const runId of started.filter((_, index) => index % canceledOf === 0)) await cancel(runId);
    const ends = new Map<string, number>();
    for (const runId of started) {
      const end = await endOf(runId);
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    isOver = true;
    await killing;
    process.stdout.write(
      `${String(kills.service)} kills of the service and ${String(kills.workers)} of its workers; ${JSON.stringify([...ends])}\n`,
    );
    const others = [...ends.keys()].filter((end) => !['completed', 'canceled'].includes(end));
    expect(others.filter((end) => !mayEnd(end))).toEqual([]);
    expect(ends.get('completed')).toBeGreaterThan(0);
    expect((await rest.get(`${runsPath()}?limit=1`)).body.total).toBe(started.length);
    await expectMoneyRight(platform, rest, { organizationId, projectId });
    await expectRecordsRight(started);
    await room.ageLeftovers();
    // What it looks for every minute, it also looks for when it starts.
    await platform.processes.verification.restart();
    await expect.poll(() => room.look(organizationId)).toMatchObject({ lost: [], orphaned: [] });
    expect((await room.look(organizationId)).linked).toBeGreaterThan(0);
  },
);

/** A stage whose worker is lost at each of its attempts fails, which the short form does not kill often enough for. */
function mayEnd(error: string): boolean {
  return isWhole && error.startsWith('the stage could not be executed: ');
}

/** Each run has one record among the pipeline runs, which stands as the run does. */
async function expectRecordsRight(runIds: readonly string[]): Promise<void> {
  for (const runId of runIds) {
    const { body: run } = await rest.get(`${runsPath()}/${runId}`);
    await expect
      .poll(async () => {
        const fileId: string = run.files[0].id;
        const { body } = await rest.get(`/v2/projects/${projectId}/pipeline-runs?limit=200&fileId=${fileId}`);
        const records = body.filter(({ jobId }: { jobId: string }) => jobId === runId);
        return records.map(({ status, error }: { status: string; error: string | null }) => [status, error]);
      })
      .toEqual([[run.status, run.error]]);
  }
}
