import type { OutgoingCall } from '@assay/chassis/call-context';
import type { TypedClient } from '@assay/chassis/grpc/client';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import { ContextsServiceService } from '@assay/proto/contexts/v1/contexts_service';
import { RunStatus } from '@assay/proto/runs/v1/run';
import type { StartRunRequest } from '@assay/proto/runs/v1/runs_service';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunPlatform } from './run-platform.ts';
import type { RunPlatform } from './run-platform.ts';

let started: RunPlatform;
let runs: RunPlatform['runs'];
let startWith: RunPlatform['startWith'];
let user: OutgoingCall;
let organizationId: string;
let order: StartRunRequest;
let contexts: TypedClient<typeof ContextsServiceService>;
let catalog: TypedClient<typeof CatalogServiceService>;

beforeAll(async () => {
  started = await startRunPlatform();
  ({ runs, startWith, user, organizationId, order } = started);
  const channel = started.platform.connect('verification');
  contexts = channel.client(ContextsServiceService);
  catalog = channel.client(CatalogServiceService);
});
afterAll(() => started.stop());

describe('the cost of a run', () => {
  const estimate = async (given: Partial<StartRunRequest> = {}, by = user) =>
    (await runs.estimateRun(by, { ...order, ...given })).estimate;

  it('is said before it starts, and nothing is held', async () => {
    const before = await runs.countRuns(user, { projectId: order.projectId });
    const found = await estimate();
    expect(found).toMatchObject({ minCents: 10, expectedCents: 10, maxCents: 10, sufficient: true });
    expect(found?.stages.reduce((sum, { cents }) => sum + cents, 0)).toBe(10);
    expect(found?.stages.map(({ slug }) => slug)).toContain('fusion');
    expect(found?.balanceCents).toBeGreaterThan(10);
    expect(found?.expiresAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await estimate({ maxCostCents: 10 })).toMatchObject({ sufficient: true });
    expect(await runs.countRuns(user, { projectId: order.projectId })).toEqual(before);
  });

  it('is not said of what could not be started', async () => {
    const stranger = callBy();
    const missing = await catchRefusal(estimate({ projectId: newId() }));
    expect(await catchRefusal(estimate({}, stranger))).toEqual(missing);
    expect(await catchRefusal(estimate({ fileIds: [] }))).toMatchObject({ details: { field: 'fileIds' } });
  });

  it('is no more than the start allows, of the version it names', async () => {
    const tooLow = { reason: 'MAX_COST_EXCEEDED', details: { maxCostCents: 9, costCents: 10 } };
    expect(await catchRefusal(startWith({ maxCostCents: 9 }))).toMatchObject(tooLow);
    const estimated = runs.estimateRun(user, { ...order, maxCostCents: 9 });
    expect(await catchRefusal(estimated)).toMatchObject(tooLow);
    expect(await catchRefusal(startWith({ pipelineVersion: 'none' }))).toMatchObject({
      reason: 'PIPELINE_UNAVAILABLE',
      details: { state: 'none' },
    });
    const { pipeline } = await catalog.getPipeline(user, { slug: order.pipelineSlug });
    const pipelineVersion = pipeline?.version ?? '';
    expect(await startWith({ maxCostCents: 10, pipelineVersion })).toMatchObject({ pipelineVersion });
    expect(await startWith({})).toMatchObject({ pipelineVersion });
  });
});

describe('a run with a saved context', () => {
  const data = { claimed_date: '2026-05-09', claimed_location: 'Hamburg', for_others: { a: [1] } };
  const newContext = async (given: object = data) => {
    const content = { projectId: order.projectId, name: 'Festival', description: undefined, data: given };
    const { context } = await contexts.createContext(user, content);
    return context?.id ?? '';
  };

  it('keeps the claims as they were, whatever becomes of the context', async () => {
    const contextId = await newContext();
    const run = await startWith({ contextId });
    expect(run).toMatchObject({ contextId, contextDataSnapshot: data });
    const place = { projectId: order.projectId, contextId };
    const changes = { name: '', data: { claimed_location: 'Kiel' }, updateMask: ['data'] };
    await contexts.updateContext(user, { ...place, ...changes });
    await contexts.deleteContext(user, place);
    const { run: later } = await runs.getRun(user, { runId: run?.id ?? '', projectId: '' });
    expect(later).toMatchObject({ contextId, contextDataSnapshot: data });
    expect(await catchRefusal(startWith({ contextId }))).toMatchObject({
      status: 'NOT_FOUND',
      message: 'The verification context was not found. Check its id.',
    });
  });

  it('takes the claims given with the start over the saved ones', async () => {
    const contextId = await newContext();
    const contextData = { claimed_location: 'Kiel', claimed_date: null, claimed_device: 'Canon' };
    const run = await startWith({ contextId, contextData });
    const { for_others } = data;
    expect(run?.contextDataSnapshot).toEqual({
      for_others,
      claimed_location: 'Kiel',
      claimed_device: 'Canon',
    });
    const unknown = { contextId, contextData: { mood: 'x' } };
    expect(await catchRefusal(startWith(unknown))).toMatchObject({ details: { field: 'context.mood' } });
  });

  it('is refused for a saved claim of the wrong type, and for a context of another project', async () => {
    const contextId = await newContext({ claimed_date: 'yesterday' });
    expect(await catchRefusal(startWith({ contextId }))).toMatchObject({
      details: { field: 'context.claimed_date' },
    });
    const stranger = callBy();
    const missing = { projectId: order.projectId, contextId: newId() };
    expect(await catchRefusal(contexts.getContext(stranger, { ...missing, contextId }))).toEqual(
      await catchRefusal(contexts.getContext(user, missing)),
    );
  });
});

describe('a run that is canceled and restarted', () => {
  const heldCents = async () => (await started.billing.getBalance(user, {})).account?.heldCents;
  const ledgerOf = async (runId: string) => {
    const page = { type: LedgerEntryType.UNSPECIFIED, runId, limit: 20, offset: 0 };
    const { entries } = await started.billing.listLedger(callBy({ organizationId, role: Role.ADMIN }), page);
    return entries.map(({ type }) => type).toReversed();
  };
  const nothingHeld = () =>
    eventually(async () => {
      expect(await heldCents()).toBe(0);
    });

  it('gives its money back, is paid for anew, and is charged once', async () => {
    await nothingHeld();
    const { id: runId = '' } = (await startWith()) ?? {};
    const ref = { runId, projectId: order.projectId };
    const { run: canceled } = await runs.cancelRun(user, ref);
    expect(canceled).toMatchObject({ status: RunStatus.FAILED, error: 'canceled' });
    await nothingHeld();
    const key = { ...user, idempotencyKey: newId() };
    const { run: restarted } = await runs.restartRun(key, ref);
    expect(restarted).toMatchObject({ id: runId, status: RunStatus.PENDING, error: undefined });
    expect(await runs.restartRun(key, ref)).toEqual({ run: restarted });
    await eventually(async () => {
      const { run } = await runs.getRun(user, ref);
      expect(run?.status).toBe(RunStatus.COMPLETED);
    });
    await nothingHeld();
    const { HOLD, RELEASE, CHARGE } = LedgerEntryType;
    await eventually(async () => {
      expect(await ledgerOf(runId)).toEqual([HOLD, RELEASE, HOLD, CHARGE]);
    });
    expect(await catchRefusal(runs.cancelRun(user, ref))).toMatchObject({ reason: 'RUN_ENDED' });
    expect(await catchRefusal(runs.restartRun(user, ref))).toMatchObject({ reason: 'RUN_NOT_FAILED' });
  });

  it('is for users of its organization, with the module', async () => {
    const { id: runId = '' } = (await startWith()) ?? {};
    const ref = { runId, projectId: '' };
    const stranger = callBy();
    const missing = { runId: newId(), projectId: '' };
    expect(await catchRefusal(runs.cancelRun(stranger, ref))).toEqual(
      await catchRefusal(runs.cancelRun(user, missing)),
    );
    expect(await catchRefusal(runs.restartRun(stranger, ref))).toEqual(
      await catchRefusal(runs.restartRun(user, missing)),
    );
    const bare = callBy({ organizationId, modules: [] });
    expect(await catchRefusal(runs.restartRun(bare, ref))).toMatchObject({ reason: 'MODULE_NOT_ENABLED' });
  });
});

describe('the events of a run', () => {
  it('reach whoever watches it over REST, until it ends', async () => {
    const { id: runId = '' } = (await startWith()) ?? {};
    const path = `/v2/projects/${order.projectId}/verification-runs/${runId}/events`;
    const { baseUrl, apiKey } = started.platform;
    const read = async (headers: Readonly<Record<string, string>> = {}) => {
      const answer = await fetch(baseUrl + path, { headers: { 'x-api-key': apiKey, ...headers } });
      const events = (await answer.text()).matchAll(/^id: (.+)\nevent: (.+)\ndata: .*"status":"(\w+)"/gmu);
      return [...events].map(([, id = '', event, status]) => ({ id, event, status }));
    };
    const { revisions: none } = await runs.listRevisions(user, { runId, projectId: '' });
    expect(none).toEqual([]);
    const watched = await read();
    const { revisions } = await runs.listRevisions(user, { runId, projectId: '' });
    const { run } = await runs.getRun(user, { runId, projectId: '' });
    const { verdict, confidence, completedAt: createdAt } = run ?? {};
    expect(revisions).toMatchObject([{ revision: 1, verdict, confidence, createdAt }]);
    const { signals } = await runs.listSignals(user, { runId, projectId: '' });
    for (const { level, summary, evidence } of signals) {
      expect([1, 2, 3, 4]).toContain(level);
      expect(summary).not.toBe('');
      expect(evidence).toMatchObject([{ locations: [{ fileId: order.fileIds[0] }] }]);
    }
    expect(watched).toHaveLength(13);
    expect(watched.at(-1)).toMatchObject({ event: 'run', status: 'completed' });
    expect(await read()).toEqual(watched);
    expect(await read({ 'last-event-id': watched.at(-2)?.id ?? '' })).toEqual(watched.slice(-1));
    const stranger = callBy();
    const request = { runId, projectId: '', afterEventId: '', waitMs: 0 };
    const unknown = { ...request, runId: newId() };
    const missing = await catchRefusal(runs.listRunEvents(user, unknown));
    for (const refused of [
      await catchRefusal(runs.listRunEvents(stranger, request)),
      await catchRefusal(runs.listSignals(stranger, request)),
      await catchRefusal(runs.listSignals(user, unknown)),
      await catchRefusal(runs.listRevisions(stranger, request)),
      await catchRefusal(runs.listRevisions(user, unknown)),
    ]) {
      expect(refused).toEqual(missing);
    }
  });
});
