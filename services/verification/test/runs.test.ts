import { readFile } from 'node:fs/promises';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { TypedClient } from '@assay/chassis/grpc/client';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import { Audience } from '@assay/proto/crowd/v1/crowd_job';
import { RunStatus, Verdict } from '@assay/proto/runs/v1/run';
import { ReportFormat, RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import type { StartRunRequest } from '@assay/proto/runs/v1/runs_service';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { createRest } from '@assay/test-kit/rest';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createBilling } from '../src/clients/billing.ts';
import { findPipeline } from '../src/domain/pipeline/catalog.ts';
import { newRun } from '../src/domain/run/run.ts';
import { releaseAbandonedStarts } from '../src/domain/run/release-abandoned-starts.ts';
import { createRunStore } from '../src/store/runs/run-store.ts';

let platform: SharedPlatform;
let runs: TypedClient<typeof RunsServiceService>;
let catalog: TypedClient<typeof CatalogServiceService>;
let organizationId: string;
let start: StartRunRequest;
let textFileId: string;
let brokenFileId: string;
let user: OutgoingCall;

beforeAll(async () => {
  platform = await joinPlatform();
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Runs' });
  organizationId = project.organizationId;
  user = callBy({ organizationId });
  const channel = platform.connect('verification');
  runs = channel.client(RunsServiceService);
  catalog = channel.client(CatalogServiceService);
  const photograph = await readFile(smallPhotograph());
  const uploads = [
    await rest.upload(project.id, { name: 'a.jpg', bytes: photograph, type: 'image/jpeg' }),
    await rest.upload(project.id, { name: 'b.txt', bytes: Buffer.from('plain words'), type: 'text/plain' }),
    await rest.upload(project.id, {
      name: 'c.jpg',
      bytes: photograph.subarray(0, 20_000),
      type: 'image/jpeg',
    }),
  ];
  const [fileId, text, broken] = uploads.map(({ body }) => body.id as string);
  if (fileId === undefined || text === undefined || broken === undefined) throw new Error('an upload failed');
  for (const id of [fileId, text, broken]) await awaitEnrichment(rest, id);
  [textFileId, brokenFileId] = [text, broken];
  start = {
    projectId: project.id,
    pipelineSlug: 'image-authenticity',
    fileIds: [fileId],
    contextId: undefined,
    contextData: undefined,
  };
});

afterAll(() => platform.stop());

describe('the catalog', () => {
  it('lists every pipeline and reads each by its slug', async () => {
    const { pipelines } = await catalog.listPipelines(user, {});
    for (const pipeline of pipelines) {
      expect(await catalog.getPipeline(user, { slug: pipeline.slug })).toEqual({ pipeline });
    }
    expect(pipelines.map(({ slug }) => slug)).toContain('image-authenticity');
    expect(await catchRefusal(catalog.getPipeline(user, { slug: 'none' }))).toMatchObject({
      status: 'NOT_FOUND',
    });
  });
});

describe('a run', () => {
  it('ends with a verdict, a scorecard, pictures and a report in four forms', async () => {
    const { run: started } = await runs.startRun(user, start);
    expect(started).toMatchObject({ status: RunStatus.PENDING, organizationId, costCents: 10 });
    const runId = started?.id ?? '';
    const run = await vi.waitFor(
      async () => {
        const found = await runs.getRun(user, { runId, projectId: '' });
        expect(found.run?.status).toBe(RunStatus.COMPLETED);
        return found.run;
      },
      { timeout: 180_000, interval: 100 },
    );
    expect(run).toMatchObject({ verdict: Verdict.UNVERIFIED, completedAt: expect.any(Date) as Date });
    expect(Object.keys(run?.scorecard ?? {})).toContain('coverage');

    const formats = [ReportFormat.HTML, ReportFormat.MD, ReportFormat.JSON, ReportFormat.PDF];
    const reports = await Promise.all(
      formats.map((format) => runs.getReport(user, { runId, projectId: '', format })),
    );
    expect(reports.map(({ contentType }) => contentType)).toEqual([
      'text/html; charset=utf-8',
      'text/markdown; charset=utf-8',
      'application/json; charset=utf-8',
      'application/pdf',
    ]);
    const [pdf, ...texts] = reports.map(({ content }) => content.toString('latin1')).reverse();
    for (const text of texts) expect(text).toMatch(/unverified/iu);
    expect(pdf).toMatch(/^%PDF-1\.7/u);
    const { artifacts } = await runs.listArtifacts(user, { runId, projectId: '' });
    for (const { url, mimeType } of artifacts) {
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, mimeType]);
    }
    const { runs: listed, total } = await runs.listRuns(user, {
      projectId: start.projectId,
      status: RunStatus.COMPLETED,
      pipelineSlug: start.pipelineSlug,
      limit: 20,
      offset: 0,
    });
    expect([listed.map(({ id }) => id), total]).toEqual([[runId], 1]);
  });

  it('of another organization is as unknown as one that does not exist', async () => {
    const { run } = await runs.startRun(user, start);
    const stranger = callBy();
    const foreign = { runId: run?.id ?? '', projectId: '' };
    const missing = { runId: newId(), projectId: '' };
    const calls = [
      (of: typeof foreign) => runs.getRun(stranger, of),
      (of: typeof foreign) => runs.listArtifacts(stranger, of),
      (of: typeof foreign) => runs.getReport(stranger, { ...of, format: ReportFormat.JSON }),
    ];
    for (const call of calls) {
      const refusal = await catchRefusal(call(foreign));
      expect(refusal).toMatchObject({ status: 'NOT_FOUND', message: 'The run was not found. Check its id.' });
      expect(refusal).toEqual(await catchRefusal(call(missing)));
    }
    const elsewhere = { runId: foreign.runId, projectId: newId() };
    expect(await catchRefusal(runs.getRun(user, elsewhere))).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('cannot be started without the module', async () => {
    const bare = callBy({ organizationId, modules: [] });
    expect(await catchRefusal(runs.startRun(bare, start))).toMatchObject({ reason: 'MODULE_NOT_ENABLED' });
  });

  it.each<[string, () => Partial<StartRunRequest>, object]>([
    [
      'an unknown pipeline',
      () => ({ pipelineSlug: 'none' }),
      { status: 'NOT_FOUND', message: 'The pipeline was not found. Check its id.' },
    ],
    [
      'people for a pipeline that asks nobody',
      () => ({ crowd: { audience: Audience.UNSPECIFIED } }),
      { status: 'INVALID_ARGUMENT', details: { field: 'crowd' } },
    ],
    [
      'guests who would be paid',
      () => ({
        pipelineSlug: 'image-expert-review',
        crowd: { audience: Audience.UNSPECIFIED, guestsAllowed: true },
      }),
      { status: 'INVALID_ARGUMENT', details: { field: 'crowd.guestsAllowed' } },
    ],
    [
      'everyone for a file that is not public',
      () => ({ pipelineSlug: 'image-expert-review', crowd: { audience: Audience.EVERYONE } }),
      {
        status: 'FAILED_PRECONDITION',
        reason: 'FILE_NOT_PUBLIC',
        details: { fileId: expect.any(String) as string },
      },
    ],
    [
      'an unknown project',
      () => ({ projectId: newId() }),
      { status: 'NOT_FOUND', message: 'The project was not found. Check its id.' },
    ],
    [
      'an unknown file',
      () => ({ fileIds: [newId()] }),
      { status: 'NOT_FOUND', message: 'The file was not found. Check its id.' },
    ],
    ['an unknown context', () => ({ contextId: newId() }), { status: 'NOT_FOUND' }],
    [
      'no file',
      () => ({ fileIds: [] }),
      { reason: 'FILES_UNSUITABLE', details: { field: 'fileIds', providedCount: 0 } },
    ],
    ['51 files', () => ({ fileIds: Array.from({ length: 51 }, newId) }), { details: { field: 'fileIds' } }],
    [
      'a file of another type',
      () => ({ fileIds: [textFileId] }),
      { reason: 'FILES_UNSUITABLE', details: { field: 'fileIds', fileId: expect.any(String) as string } },
    ],
    [
      'a file that could not be read',
      () => ({ fileIds: [brokenFileId] }),
      {
        reason: 'ENRICHMENT_INCOMPLETE',
        details: { fileId: expect.any(String) as string, enrichmentStatus: 'failed' },
      },
    ],
    [
      'a claim nobody asked for',
      () => ({ contextData: { mood: 'x' } }),
      { details: { field: 'context.mood' } },
    ],
    [
      'a claim of the wrong type',
      () => ({ contextData: { claimed_date: 'yesterday' } }),
      { details: { field: 'context.claimed_date' } },
    ],
  ])('is refused for %s, and nothing is held', async (_what, change, refusal) => {
    expect(await catchRefusal(runs.startRun(user, { ...start, ...change() }))).toMatchObject(refusal);
  });

  it('is refused when the money does not suffice, and leaves nothing behind', async () => {
    const billing = platform.connect('billing').client(BillingServiceService);
    const asService = platform.connect('billing', 'verification').client(BillingServiceService);
    const speaker = callByService('verification', organizationId);
    const hold = { runId: newId(), userId: newId(), credentialId: '' };
    await eventually(async () => {
      const { account } = await billing.getBalance(user, {});
      expect(account?.heldCents).toBe(0);
    });
    const { account } = await billing.getBalance(user, {});
    await asService.placeHold(speaker, { ...hold, amountCents: (account?.availableCents ?? 0) - 9 });
    const before = await runs.countRuns(user, { projectId: start.projectId });
    expect(await catchRefusal(runs.startRun(user, start))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'INSUFFICIENT_BALANCE',
    });
    expect(await runs.countRuns(user, { projectId: start.projectId })).toEqual(before);
    await asService.releaseHold(speaker, { runId: hold.runId });
  });
});

describe('a start with a key that may spend less than the run costs', () => {
  it('is refused, and leaves nothing behind', async () => {
    const limited = callBy({ organizationId, spendLimit: { limitCents: 1, period: 'day' } });
    const before = await runs.countRuns(user, { projectId: start.projectId });
    expect(await catchRefusal(runs.startRun(limited, start))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'SPEND_LIMIT_EXCEEDED',
      details: { spendLimitCents: 1, spentCents: 0, spendPeriod: 'day' },
    });
    expect(await runs.countRuns(user, { projectId: start.projectId })).toEqual(before);
  });
});

describe('a start whose process died after the hold', () => {
  it('releases the money, leaves no run, and lets no late hold through', async () => {
    const { uri } = inject('servers').mongodb;
    const mongo = await connectMongo({ uri, database: `t${newId()}`, appName: 'verification-test' });
    const store = createRunStore(mongo.db, { notify: () => undefined }).runs;
    const billing = platform.connect('billing', 'verification').client(BillingServiceService);
    const call = callByService('verification', organizationId);
    const pipeline = findPipeline('image-authenticity');
    if (pipeline === undefined) throw new Error('the pipeline is gone');
    const owner = { organizationId, projectId: start.projectId, startedBy: newId() };
    const run = newRun(
      { ...owner, pipeline, files: [], contextId: '', contextData: null, crowd: null },
      new Date(),
      newId,
    );
    await store.insertUnpaid(run);
    const hold = { runId: run.id, amountCents: run.costCents, userId: run.startedBy, credentialId: '' };
    const { account: held } = await billing.placeHold(call, hold);

    const logger = createLogger({ name: 'test', level: 'silent' });
    const holds = createBilling(platform.connect('billing', 'verification'));
    const deps = (now: Date) => ({ runs: store, billing: holds, clock: { now: () => now }, logger });
    await releaseAbandonedStarts(deps(new Date()));
    expect(await store.listUnpaidBefore(new Date(Date.now() + 1_000), 10)).toHaveLength(1);
    await releaseAbandonedStarts(deps(new Date(Date.now() + 61_000)));
    expect(await store.listUnpaidBefore(new Date(Date.now() + 1_000), 10)).toHaveLength(0);
    const { account: released } = await billing.releaseHold(call, { runId: run.id });
    expect(released?.availableCents).toBe((held?.availableCents ?? 0) + run.costCents);
    expect(await catchRefusal(billing.placeHold(call, hold))).toMatchObject({ reason: 'HOLD_ENDED' });
    await mongo.close();
  });
});
