import { newId } from '@assay/chassis/ids';
import { createObjectDeletions } from '@assay/chassis/storage/object-deletions';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newStages, stageOf } from '../src/domain/run/run.ts';
import type { Run } from '../src/domain/run/run.ts';
import { findPipeline } from '../src/domain/pipeline/catalog.ts';
import { examineStage } from '../src/domain/stage/examine-stage.ts';
import { removeLeftovers } from '../src/domain/stage/remove-leftovers.ts';
import { stagePrefix } from '../src/domain/stage/records/stage-prefix.ts';
import { leftoverIndexes } from '../src/store/runs/leftovers.ts';
import { newImageRun, openRunCollection } from './run-collection.ts';
import type { OpenedRunCollection } from './run-collection.ts';
import { createRunStore } from '../src/store/runs/run-store.ts';

const relay = { notify: () => undefined };
const cause = { requestId: 'request' };
const clock = createMovingClock();
const stageSlug = 'ingest-gate';
let opened: OpenedRunCollection;
beforeAll(async () => {
  opened = await openRunCollection(...leftoverIndexes);
});
afterAll(() => opened.close());

const at = () => ({ now: clock.now(), cause });
const runs = () => createRunStore(opened.db, relay).runs;
const stages = () => createRunStore(opened.db, relay).stages;
const controls = () => createRunStore(opened.db, relay).runControls;

/** A storage in memory. */
function createStorage(...stored: readonly string[]) {
  const keys = new Set(stored);
  const storage = {
    put: (key: string) => Promise.resolve(void keys.add(key)),
    download: () => Promise.resolve(),
    removeAll: (prefix: string) => {
      for (const key of keys) if (key.startsWith(prefix)) keys.delete(key);
      return Promise.resolve(0);
    },
  };
  return { keys, storage };
}

async function acceptedRun(): Promise<Run> {
  const file = { id: newId(), name: 'a.jpg', mimeType: 'image/jpeg', sizeBytes: 1, sha256: '' };
  const subject = { ...file, storageKey: 'a', enrichmentStatus: 'completed' as const, enrichment: {} };
  const run = newImageRun({ files: [subject] });
  await runs().insertUnpaid(run);
  await runs().accept(run, cause);
  return run;
}

/** A run of which a worker executes the first stage. */
async function begunRun(): Promise<Run> {
  const { organizationId, id: runId } = await acceptedRun();
  const begun = await stages().begin({ organizationId, runId, stageSlug }, clock.now());
  if (begun === undefined) throw new Error('the stage was not begun');
  return begun.run;
}

/** Looks for leftovers with this in storage; resolves to what is left there. */
async function left(...stored: readonly string[]): Promise<readonly string[]> {
  const { keys, storage } = createStorage(...stored);
  const objectDeletions = createObjectDeletions({ db: opened.db, clock, storage }, { delayMs: 0 });
  const deps = { clock, leftovers: createRunStore(opened.db, relay).leftovers, objectDeletions };
  await removeLeftovers(deps);
  return [...keys];
}

const ends: Readonly<Record<string, (run: Run) => Promise<boolean>>> = {
  'is canceled': (run) => controls().cancel(run, 'canceled', at()),
  fails: (run) => stages().fail({ run, stageSlug, error: 'too large' }, at()),
  'ends as its file was deleted': (run) =>
    createRunStore(opened.db, relay).runRemovals.end(run, 'gone', at()),
};

describe('what a stage stored whose worker was killed', () => {
  it.each(Object.entries(ends))('goes after its run %s, once no worker can add to it', async (_how, end) => {
    const run = await begunRun();
    const key = `${stagePrefix(run, stageSlug)}0-preview`;
    expect(await end(run)).toBe(true);
    expect(await left(key)).toEqual([key]);
    clock.advance(601_000);
    expect(await left(key)).toEqual([]);
    expect(await left(key)).toEqual([key]);
  });

  it('goes also when the run was restarted, whose own objects stay', async () => {
    const run = await begunRun();
    const pipeline = findPipeline(run.pipelineSlug);
    if (pipeline === undefined) throw new Error('the pipeline is gone');
    await controls().cancel(run, 'canceled', at());
    const { organizationId, id: runId } = run;
    const holdId = newId();
    await controls().beginRestart({ organizationId, runId, holdId });
    const restarted = { ...run, holdId, stages: newStages(pipeline, clock.now(), newId) };
    expect(await controls().acceptRestart({ ...restarted, status: 'pending' }, at())).toBe(true);
    clock.advance(601_000);
    const kept = `${stagePrefix(restarted, stageSlug)}0-preview`;
    expect(await left(`${stagePrefix(run, stageSlug)}0-preview`, kept)).toEqual([kept]);
  });

  it('is nothing where no stage was begun', async () => {
    const run = await acceptedRun();
    await controls().cancel(run, 'canceled', at());
    expect(await opened.documents.findOne({ _id: run.id })).not.toHaveProperty('leftovers');
    expect(await opened.uncovered()).toEqual([]);
  });
});

describe('what a stage stores whose run was canceled meanwhile', () => {
  it('is removed by its worker', async () => {
    const run = await begunRun();
    const { keys, storage } = createStorage();
    const stored: string[] = [];
    const preview = { bytes: new Uint8Array(1), width: 1, height: 1 };
    const deps = {
      clock,
      runs: runs(),
      stages: stages(),
      storage: {
        ...storage,
        put: async (key: string) => {
          stored.push(key);
          await storage.put(key);
          await controls().cancel(run, 'canceled', at());
        },
      },
      executor: { execute: () => Promise.resolve({ results: [], preview }) },
      temporaryFolders: { with: (use: (folder: string) => Promise<unknown>) => use('/nowhere') },
    };
    const task = { kind: 'examine', checks: [] } as const;
    const work = { run, stageSlug, task, signal: new AbortController().signal };
    await examineStage(deps as unknown as Parameters<typeof examineStage>[0], cause, work);
    expect(stored).toHaveLength(1);
    expect([...keys]).toEqual([]);
    const found = await runs().find(run.organizationId, run.id);
    expect(found && stageOf(found, stageSlug)).toMatchObject({ status: 'skipped', artifacts: [] });
  });
});
