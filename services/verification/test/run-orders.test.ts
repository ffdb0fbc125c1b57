import type { OutgoingCall } from '@assay/chassis/call-context';
import type { TypedClient } from '@assay/chassis/grpc/client';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import { ContextsServiceService } from '@assay/proto/contexts/v1/contexts_service';
import type { StartRunRequest } from '@assay/proto/runs/v1/runs_service';
import { refusalOf } from '@assay/test-kit/refusal-of';
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
    expect(await estimate({ maxCostCents: 9 })).toMatchObject({ sufficient: false });
    expect(await runs.countRuns(user, { projectId: order.projectId })).toEqual(before);
  });

  it('is not said of what could not be started', async () => {
    const stranger = callBy();
    const missing = await refusalOf(estimate({ projectId: newId() }));
    expect(await refusalOf(estimate({}, stranger))).toEqual(missing);
    expect(await refusalOf(estimate({ fileIds: [] }))).toMatchObject({ details: { field: 'fileIds' } });
    const viewer = callBy({ organizationId, role: Role.VIEWER });
    expect(await refusalOf(estimate({}, viewer))).toMatchObject({ status: 'PERMISSION_DENIED' });
  });

  it('is no more than the start allows, of the version it names', async () => {
    expect(await refusalOf(startWith({ maxCostCents: 9 }))).toMatchObject({
      ...{ reason: 'MAX_COST_EXCEEDED', details: { maxCostCents: 9, costCents: 10 } },
    });
    expect(await refusalOf(startWith({ pipelineVersion: 'none' }))).toMatchObject({
      ...{ reason: 'PIPELINE_UNAVAILABLE', details: { state: 'none' } },
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
    expect(await refusalOf(startWith({ contextId }))).toMatchObject({
      ...{ status: 'NOT_FOUND', message: 'verification context not found' },
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
    expect(await refusalOf(startWith(unknown))).toMatchObject({ details: { field: 'context.mood' } });
  });

  it('is refused for a saved claim of the wrong type, and for a context of another project', async () => {
    const contextId = await newContext({ claimed_date: 'yesterday' });
    expect(await refusalOf(startWith({ contextId }))).toMatchObject({
      details: { field: 'context.claimed_date' },
    });
    const stranger = callBy();
    const missing = { projectId: order.projectId, contextId: newId() };
    expect(await refusalOf(contexts.getContext(stranger, { ...missing, contextId }))).toEqual(
      await refusalOf(contexts.getContext(user, missing)),
    );
    const viewer = callBy({ organizationId, role: Role.VIEWER });
    const attempts = [
      contexts.deleteContext(viewer, missing),
      contexts.createContext(viewer, { ...missing, name: 'x', description: undefined, data }),
    ];
    for (const { status } of await Promise.all(attempts.map(refusalOf))) {
      expect(status).toBe('PERMISSION_DENIED');
    }
  });
});
