import { readFile } from 'node:fs/promises';
import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { StartRunRequest } from '@assay/proto/runs/v1/runs_service';
import { samplePhotograph } from '@assay/test-kit/fixtures';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { createRest } from '@assay/test-kit/rest';
import { callBy } from '@assay/test-kit/test-platform';
import { enriched } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startRun } from '../src/rpc/start-run.ts';
import { releaseAbandonedStarts } from '../src/stages/release-abandoned-starts.ts';
import { createRunsStore } from '../src/store/runs-store.ts';
import type { RunsStore } from '../src/store/runs-store.ts';

const clock = createMovingClock();
const died = new Error('the process died');
let platform: LaunchedPlatform;
let mongo: MongoConnection;
let runs: RunsStore;
let organizationId: string;
let request: StartRunRequest;

beforeAll(async () => {
  platform = await launchPlatform({ servers: inject('servers') });
  const { uri } = inject('servers').mongodb;
  // Starts are made in this process and in a database of their own, so that no other process ends them.
  mongo = await connectMongo({ uri, database: `t${newId()}`, appName: 'verification-test' });
  runs = createRunsStore(mongo.db);
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Interrupted' });
  const photograph = { name: 'a.jpg', bytes: await readFile(samplePhotograph()), type: 'image/jpeg' };
  const { body: file } = await rest.upload(project.id, photograph);
  await enriched(rest, file.id);
  organizationId = project.organizationId;
  const subject = { projectId: project.id, fileIds: [file.id] };
  request = { ...subject, pipelineSlug: 'image-authenticity', contextId: '', contextData: undefined };
}, 120_000);

afterAll(async () => {
  await mongo.close();
  await platform.stop();
});

function openDeps() {
  const projectsFiles = platform.connect('projects-files', 'verification');
  return {
    clock,
    runs,
    relay: { notify: () => undefined },
    projects: projectsFiles.client(ProjectsServiceService),
    files: projectsFiles.client(FilesServiceService),
    billing: platform.connect('billing', 'verification').client(BillingServiceService),
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
    relay: {
      notify: () => {
        throw died;
      },
    },
  }),
};

/** The same operation as every repetition under one idempotency key has it. */
function operation(): CallContext {
  const service = { kind: 'service', service: 'verification' } as const;
  const call = { ...callBy({ organizationId }), actor: service, traceparent: undefined };
  const deadline = new Date(Date.now() + 30_000);
  return { ...call, deadline, signal: new AbortController().signal, operation: newId() };
}

async function heldCents({ billing }: StartDeps, call: CallContext): Promise<number> {
  const { account } = await billing.releaseHold(call, { runId: newId() });
  return account?.heldCents ?? Number.NaN;
}

const runsInDatabase = (): Promise<number> => mongo.db.collection('runs').countDocuments();

describe('a start that died and is repeated', () => {
  it.each(Object.keys(deaths))('%s is one run, held for once', async (when) => {
    const [deps, call] = [openDeps(), operation()];
    const [heldBefore, runsBefore] = [await heldCents(deps, call), await runsInDatabase()];
    const dying = deaths[when]?.(deps) ?? deps;
    await expect(startRun(dying, call, request)).rejects.toBe(died);
    const { run } = await startRun(deps, call, request);
    expect(await startRun(deps, call, request)).toEqual({ run });
    expect(await runs.find(organizationId, run?.id ?? '')).toBeDefined();
    expect(await runsInDatabase()).toBe(runsBefore + 1);
    expect(await heldCents(deps, call)).toBe(heldBefore + (run?.costCents ?? 0));
  });

  it('after the sweep gave it up begins anew, held for once', async () => {
    const [deps, call] = [openDeps(), operation()];
    const heldBefore = await heldCents(deps, call);
    const dying = deaths['after the hold']?.(deps) ?? deps;
    await expect(startRun(dying, call, request)).rejects.toBe(died);
    clock.advance(61_000);
    await releaseAbandonedStarts(deps, createLogger({ name: 'test', level: 'silent' }));
    expect(await heldCents(deps, call)).toBe(heldBefore);
    const { run } = await startRun(deps, call, request);
    expect(await startRun(deps, call, request)).toEqual({ run });
    expect(await heldCents(deps, call)).toBe(heldBefore + (run?.costCents ?? 0));
  });

  it('while the sweep looks at it is either taken up or given up, never both', async () => {
    const [deps, call] = [openDeps(), operation()];
    const dying = deaths['after the hold']?.(deps) ?? deps;
    await expect(startRun(dying, call, request)).rejects.toBe(died);
    clock.advance(61_000);
    const heldBefore = await heldCents(deps, call);
    const logger = createLogger({ name: 'test', level: 'silent' });
    const [{ run }] = await Promise.all([
      startRun(deps, call, request),
      releaseAbandonedStarts(deps, logger),
    ]);
    expect(await runs.find(organizationId, run?.id ?? '')).toBeDefined();
    expect(await heldCents(deps, call)).toBe(heldBefore);
  });
});
