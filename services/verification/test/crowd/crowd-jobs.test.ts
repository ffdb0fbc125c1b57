import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { newId } from '@assay/chassis/ids';
import { Audience } from '@assay/proto/crowd/v1/crowd_job';
import type { Run as RunMessage } from '@assay/proto/runs/v1/run';
import { ReportFormat } from '@assay/proto/runs/v1/runs_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeCommitment, writeMachineResults } from '../../src/domain/commitment/machine-results.ts';
import { defaultCrowdOptions } from '../../src/domain/pipeline/crowd-options.ts';
import { claimContextCrowd } from '../../src/domain/pipeline/definitions/claim-context-crowd.ts';
import { taskOf } from '../../src/domain/stage/records/stage-task.ts';
import type { Run } from '../../src/domain/run/run.ts';
import { createRunStore } from '../../src/store/runs/run-store.ts';
import {
  awaitEnd as awaitRunEnd,
  awaitRequest,
  marking,
  secret,
  startAnalysed as start,
} from './analysed-run.ts';
import { startCrowdPlatform } from './crowd-platform.ts';
import type { CrowdPlatform } from './crowd-platform.ts';

let crowd: CrowdPlatform;
beforeAll(async () => {
  crowd = await startCrowdPlatform();
});
afterAll(() => crowd.stop());

const startAnalysed = (input?: Parameters<CrowdPlatform['startRun']>[0]) => start(crowd, input);
const request = (run: Run, slug: string) => awaitRequest(crowd, run, slug);
const awaitEnd = (run: Run) => awaitRunEnd(crowd, run);

async function readRun(run: Run): Promise<RunMessage> {
  const { run: found } = await crowd.asUser.getRun(crowd.user(run), { runId: run.id, projectId: '' });
  if (found === undefined) throw new Error('the run is gone');
  return found;
}

const readStage = async (run: Run, slug: string) => {
  const found = (await readRun(run)).stages.find((stage) => stage.slug === slug);
  if (found === undefined) throw new Error('the stage is gone');
  return found;
};

describe('the request of a crowd stage', () => {
  it('carries the terms, the claim and no other text, and tells project webhooks', async () => {
    const crowdOptions = { ...defaultCrowdOptions, validHours: 2 };
    const run = await startAnalysed({ crowd: crowdOptions });
    const opened = await request(run, marking);
    expect(opened).toMatchObject({
      pipelineSlug: 'image-expert-review',
      pipelineVersion: '2',
      texts: { claim_text: 'taken today' },
      areas: [],
      showsMaps: false,
      terms: {
        audience: Audience.ORGANIZATION,
        guestsAllowed: false,
        unitCents: 10,
        minResponses: 5,
        maxResponses: 7,
        consensusThreshold: 0.7,
        holdId: '',
        language: '',
      },
    });
    const hoursLeft = ((opened.terms?.validUntil?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(1.9);
    expect(hoursLeft).toBeLessThanOrEqual(2);
    await eventually(() =>
      expect(crowd.awaiting).toContainEqual(
        expect.objectContaining({ runId: run.id, crowdJobId: opened.crowdJobId }),
      ),
    );
  });

  it('shows the source to those who check it, in their language, and unpaid answers cost nothing', async () => {
    const contextData = { claim_text: 'taken today', claimed_source: 'https://example.org', language: 'de' };
    const run = await crowd.startRun(
      {
        pipeline: { ...claimContextCrowd, stages: claimContextCrowd.stages.slice(1) },
        contextData,
        crowd: { ...defaultCrowdOptions, guestsAllowed: true, unpaid: true },
      },
      (created) => created,
    );
    const opened = await request(run, 'crowd-source-check');
    expect(opened.texts).toEqual({ claim_text: 'taken today', claimed_source: 'https://example.org' });
    expect(opened.terms).toMatchObject({ guestsAllowed: true, unitCents: 0, language: 'de' });
    const { stageId } = opened;
    for (const value of ['contradicted', 'contradicted', 'contradicted'])
      await crowd.respond(run, { stageId, value });
    const ended = await awaitEnd(run);
    expect(ended.conclusion).toMatchObject({ verdict: 'inconclusive' });
    expect(ended.conclusion?.claims).toContainEqual(
      expect.objectContaining({ key: 'claim_text', verdict: 'contradicted' }),
    );
    expect(ended.conclusion?.scorecard['context_consistency']).toBeLessThan(0.5);
    expect(ended.charge).toMatchObject({ crowdJobIds: [opened.crowdJobId] });
  });

  it('commits to the machine results before the first answer', async () => {
    const run = await startAnalysed();
    const opened = await request(run, marking);
    const stage = await readStage(run, marking);
    expect(stage.crowdJobId).toBe(opened.crowdJobId);
    const stored = await crowd.find(run);
    const { commitment } = stored?.stages.find(({ slug }) => slug === marking)?.crowdJob ?? {};
    expect(stage.commitment).toEqual({ sha256: commitment?.sha256, createdAt: commitment?.createdAt });
    const results = (stored?.stages ?? []).map((one) => ({ ...one, task: taskOf(run, one) }));
    expect(computeCommitment(commitment?.salt ?? '', writeMachineResults(results))).toBe(commitment?.sha256);
    expect(writeMachineResults(results)).toContain(secret);
  });
});

describe('a run whose people mark blindly', () => {
  it('shows nobody a result of its machine stages until they have ended', async () => {
    const run = await startAnalysed();
    const { stageId } = await request(run, marking);
    const { id: runId, projectId } = run;
    const ref = { runId, projectId };
    const user = crowd.user(run);
    const readAll = async () => ({
      run: await crowd.asUser.getRun(user, ref),
      events: await crowd.asUser.listRunEvents(user, { ...ref, afterEventId: '', waitMs: 0 }),
      artifacts: await crowd.asUser.listArtifacts(user, ref),
      signals: await crowd.asUser.listSignals(user, ref),
      revisions: await crowd.asUser.listRevisions(user, ref),
      summary: await crowd.asUser.summarizeRuns(user, { projectId }),
    });
    const refused = [
      () => crowd.asUser.getReport(user, { ...ref, format: ReportFormat.JSON }),
      () => crowd.asUser.replayRun(user, ref),
      () => crowd.asBundleReader.createBundleLink(user, ref),
    ];
    for (const call of refused)
      expect(await catchRefusal(call())).toMatchObject({ reason: 'RUN_NOT_COMPLETED' });
    const blind = await readAll();
    expect(JSON.stringify(blind)).not.toContain('secret');
    expect(blind.artifacts.artifacts).toEqual([]);
    expect(blind.signals.signals).toEqual([]);
    for (const stage of blind.run.run?.stages ?? []) {
      const { verdict, confidence, summary, artifacts } = stage;
      expect([verdict, confidence, summary, artifacts]).toEqual(Array(4).fill(undefined));
    }
    const { verdict, confidence, explanation, headline, report, prior, scorecard } = blind.run.run ?? {};
    const shownFields = [verdict, confidence, explanation, headline, report, prior];
    expect([shownFields, scorecard]).toEqual([Array(6).fill(undefined), {}]);
    for (const value of ['yes', 'no', 'cannot_tell', 'yes', 'no', 'cannot_tell', 'yes'])
      await crowd.respond(run, { stageId, value, goldTotal: 0, goldCorrect: 0 });
    await request(run, 'crowd-adjudication');
    const shown = await readAll();
    expect(JSON.stringify(shown)).toContain(secret);
    expect(shown.artifacts.artifacts.length).toBeGreaterThan(1);
  });

  it('compares the marked area with each map, and shows other people the maps only while they answer', async () => {
    const run = await startAnalysed();
    const { stageId } = await request(run, marking);
    const fileId = run.files[0]?.id ?? '';
    const areas = [{ fileId, x: 0, y: 0, width: 0.5, height: 0.5 }];
    const listMaps = (of: string) =>
      crowd.asWorkers.listStageMaps(crowd.worker(run), { runId: run.id, stageId: of });
    expect((await listMaps(stageId)).maps).toEqual([]);
    // Four of seven people, and more than half of their weight, mark the upper left quarter.
    for (const value of ['yes', 'no', 'cannot_tell', 'no', 'yes', 'cannot_tell', 'yes'])
      await crowd.respond(run, {
        stageId,
        value,
        goldTotal: 0,
        goldCorrect: 0,
        areas: value === 'no' ? [] : areas,
      });
    const { stageId: second } = await request(run, 'crowd-adjudication');
    const { maps } = await listMaps(second);
    expect(maps).toMatchObject([{ type: 'heatmap', legend: '' }]);
    const [map] = maps;
    const stage = await readStage(run, marking);
    expect(stage.people).toMatchObject({
      responses: 7,
      maxResponses: 7,
      testedWorkers: 0,
      untestedWorkers: 7,
      endedBy: 'max_responses',
      areas: [{ artifactId: map?.id, iou: 0.5 }],
    });
    const stored = (await crowd.find(run))?.stages.find(({ slug }) => slug === marking);
    const [region] = stored?.artifacts ?? [];
    expect(region).toMatchObject({ type: 'region', check: marking });
    expect(region?.legend).toContain('Their overlap (IoU) is 0.50.');
    const bytes = await buffer(await crowd.storage.get(region?.storageKey ?? ''));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(region?.sha256);
    for (const value of ['no', 'no', 'no']) await crowd.respond(run, { stageId: second, value });
    await awaitEnd(run);
    expect((await listMaps(second)).maps).toEqual([]);
    expect(await catchRefusal(listMaps(newId()))).toMatchObject({ status: 'NOT_FOUND' });
  });
});

describe('a crowd job that ends before its people agree', () => {
  it.each(['archived', 'expired'])(
    'ends its stage when it is %s, and fusion uses the answers',
    async (status) => {
      const run = await crowd.startRun();
      const { stageId, crowdJobId } = await request(run, marking);
      await crowd.respond(run, { stageId, value: 'yes' });
      await eventually(async () => expect((await readStage(run, marking)).people?.responses).toBe(1));
      await crowd.changeJob(run, crowdJobId, 'paused');
      await crowd.changeJob(run, crowdJobId, status);
      await crowd.changeJob(run, crowdJobId, status);
      const { stageId: second, crowdJobId: secondJob } = await request(run, 'crowd-adjudication');
      expect(await crowd.find(run)).toMatchObject({
        stages: [
          { verdict: 'inconclusive', people: { endedBy: status, llr: expect.closeTo(0.602, 3) as number } },
          {},
          {},
        ],
      });
      await crowd.respond(run, { stageId: second, value: 'no', goldTotal: 0, goldCorrect: 0 });
      await eventually(async () =>
        expect((await readStage(run, 'crowd-adjudication')).people?.responses).toBe(1),
      );
      await crowd.changeJob(run, secondJob, status);
      const ended = await awaitEnd(run);
      expect(ended.costCents).toBe(10 + 10 + 8);
      expect(ended.charge).toEqual({ machineCents: 10, crowdJobIds: [crowdJobId, secondJob] });
      expect(ended.conclusion?.scorecard).toHaveProperty('crowd_agreement');
    },
  );

  it('closes with its run, whose answers stay charged, and its end is published again', async () => {
    const run = await crowd.startRun();
    const { stageId, crowdJobId } = await request(run, marking);
    await crowd.respond(run, { stageId, value: 'yes' });
    await eventually(async () => expect((await readStage(run, marking)).people?.responses).toBe(1));
    const canceled = await crowd.asUser.cancelRun(crowd.user(run), { runId: run.id, projectId: '' });
    expect(canceled.run?.costCents).toBe(10);
    const closed = { runId: run.id, stageId, crowdJobId, reason: 'canceled', holdId: '' };
    await eventually(() => expect(crowd.closed).toContainEqual(expect.objectContaining(closed)));
    expect((await readStage(run, marking)).people).toMatchObject({ endedBy: 'canceled', llr: 0, areas: [] });
    const store = createRunStore(crowd.db, { notify: () => undefined });
    const outcomes = [];
    for await (const event of store.closedJobs.listEvents(new Date(0))) outcomes.push(event);
    expect(outcomes.length).toBeGreaterThan(0);
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(outcomes.length);
  });

  it('closes when the file of its run is deleted, and the answers are not charged', async () => {
    const run = await crowd.startRun();
    const { stageId, crowdJobId } = await request(run, marking);
    await crowd.respond(run, { stageId, value: 'yes' });
    await eventually(async () => expect((await readStage(run, marking)).people?.responses).toBe(1));
    await crowd.deleteFile(run);
    const ended = await awaitEnd(run);
    expect(ended).toMatchObject({ status: 'failed', costCents: 0, charge: { crowdJobIds: [crowdJobId] } });
    await eventually(() =>
      expect(crowd.closed).toContainEqual(expect.objectContaining({ crowdJobId, reason: 'canceled' })),
    );
  });
});
