import { readFile } from 'node:fs/promises';
import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import { callBy } from '@assay/test-kit/test-platform';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createBilling } from '../src/clients/billing.ts';
import { createProjectFiles } from '../src/clients/project-files.ts';
import { releaseAbandonedStarts } from '../src/domain/run/release-abandoned-starts.ts';
import type { RunOrder } from '../src/domain/run/run-order.ts';
import { startRun } from '../src/domain/run/start-run.ts';
import { createContextStore } from '../src/store/context-store.ts';
import type { RunRecords } from '../src/store/runs/run-records.ts';
import { createRunStore } from '../src/store/runs/run-store.ts';

const clock = createMovingClock();
const died = new Error('the process died');
let platform: SharedPlatform;
let mongo: MongoConnection;
let runs: RunRecords;
let organizationId: string;
let order: RunOrder;

beforeAll(async () => {
  platform = await joinPlatform();
  const { uri } = inject('servers').mongodb;
  // Starts are made in this process and in a database of their own, so that no other process ends them.
  mongo = await connectMongo({ uri, database: `t${newId()}`, appName: 'verification-test' });
  runs = createRunStore(mongo.db, { notify: () => undefined }).runs;
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Interrupted' });
  const photograph = { name: 'a.jpg', bytes: await readFile(smallPhotograph()), type: 'image/jpeg' };
  const { body: file } = await rest.upload(project.id, photograph);
  await awaitEnrichment(rest, file.id);
  organizationId = project.organizationId;
  const subject = { projectId: project.id, fileIds: [file.id] };
  order = { ...subject, pipelineSlug: 'image-authenticity', contextId: '', contextData: undefined };
});

afterAll(async () => {
  await mongo.close();
  await platform.stop();
});

function openDeps() {
  return {
    clock,
    logger: createLogger({ name: 'test', level: 'silent' }),
    contexts: createContextStore(mongo.db),
    runs,
    projectFiles: createProjectFiles(platform.connect('projects-files', 'verification')),
    billing: createBilling(platform.connect('billing', 'verification')),
  };
}
type StartDeps = ReturnType<typeof openDeps>;

/** Where the process of an attempt stops doing anything. */
const deaths: Readonly<Record<string, (deps: StartDeps) => StartDeps>> = {
  'before the hold': (deps) => ({
    ...deps,
    billing: { ...deps.billing, placeHold: () => Promise.reject(died) },
  }),
  'after the hold': (deps) => ({ ...deps, runs: { ...deps.runs, accept: () => Promise.reject(died) } }),
  'after the run was accepted': (deps) => ({
    ...deps,
    runs: createRunStore(mongo.db, {
      notify: () => {
        throw died;
      },
    }).runs,
  }),
};

/** The same operation as every repetition under one idempotency key has it. */
function operation(): CallContext {
  const service = { kind: 'service', service: 'verification' } as const;
  const call = { ...callBy({ organizationId }), actor: service, traceparent: undefined };
  const deadline = new Date(Date.now() + 180_000);
  return { ...call, deadline, signal: new AbortController().signal, operation: newId() };
}

async function heldCents(call: CallContext): Promise<number> {
  const billing = platform.connect('billing', 'verification').client(BillingServiceService);
  const { account } = await billing.releaseHold(call, { runId: newId() });
  return account?.heldCents ?? Number.NaN;
}

const runsInDatabase = (): Promise<number> => mongo.db.collection('runs').countDocuments();

describe('a start that died and is repeated', () => {
  it.each(Object.keys(deaths))('%s is one run, held for once', async (when) => {
    const deps = openDeps();
    const call = operation();
    const heldBefore = await heldCents(call);
    const runsBefore = await runsInDatabase();
    const dying = deaths[when]?.(deps) ?? deps;
    await expect(startRun(dying, call, order)).rejects.toBe(died);
    const run = await startRun(deps, call, order);
    expect(await startRun(deps, call, order)).toEqual(run);
    expect(await runs.find(organizationId, run.id)).toBeDefined();
    expect(await runsInDatabase()).toBe(runsBefore + 1);
    expect(await heldCents(call)).toBe(heldBefore + run.costCents);
  });

  it('after it was abandoned begins anew, held for once', async () => {
    const deps = openDeps();
    const call = operation();
    const heldBefore = await heldCents(call);
    const dying = deaths['after the hold']?.(deps) ?? deps;
    await expect(startRun(dying, call, order)).rejects.toBe(died);
    clock.advance(61_000);
    await releaseAbandonedStarts(deps);
    expect(await heldCents(call)).toBe(heldBefore);
    const run = await startRun(deps, call, order);
    expect(await startRun(deps, call, order)).toEqual(run);
    expect(await heldCents(call)).toBe(heldBefore + run.costCents);
  });

  it('while it is looked at is either resumed or abandoned, never both', async () => {
    const deps = openDeps();
    const call = operation();
    const dying = deaths['after the hold']?.(deps) ?? deps;
    await expect(startRun(dying, call, order)).rejects.toBe(died);
    clock.advance(61_000);
    const heldBefore = await heldCents(call);
    const [run] = await Promise.all([startRun(deps, call, order), releaseAbandonedStarts(deps)]);
    expect(await runs.find(organizationId, run.id)).toBeDefined();
    expect(await heldCents(call)).toBe(heldBefore);
  });
});
