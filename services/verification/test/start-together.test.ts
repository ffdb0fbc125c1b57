import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HoldName } from '../src/clients/billing.ts';
import { releaseAbandonedStarts } from '../src/domain/run/release-abandoned-starts.ts';
import { runPipeline } from '../src/domain/single-file-run/run-pipeline.ts';
import type { Run } from '../src/domain/run/run.ts';
import type { SubjectFile } from '../src/domain/subject-file/subject-file.ts';
import { openRunCollection } from './run-collection.ts';
import type { OpenedRunCollection } from './run-collection.ts';
import { createRunStore } from '../src/store/runs/run-store.ts';

const died = new Error('the process died');
const priceCents = 10;
const clock = createMovingClock();
let opened: OpenedRunCollection;
beforeAll(async () => {
  opened = await openRunCollection();
});
afterAll(() => opened.close());

type Step = (...given: never[]) => Promise<unknown>;
interface Death {
  /** With which step the process stops. */
  readonly atStep: number;
  /** Whether the step had its effect. */
  readonly hadEffect: boolean;
}

/** Money as billing keeps it: a hold that has ended cannot be placed again. */
function createHolds(balanceCents: number) {
  const open = new Set<string>();
  const ended = new Set<string>();
  const available = () => balanceCents - open.size * priceCents;
  const refused = (reason: string) => Promise.reject(new DomainError('FAILED_PRECONDITION', reason, reason));
  const billing = {
    availableCents: () => Promise.resolve(available()),
    placeHold: (_call: unknown, { id }: Pick<Run, 'id'>) => {
      if (ended.has(id)) return refused('HOLD_ENDED');
      if (!open.has(id) && available() < priceCents) return refused('INSUFFICIENT_BALANCE');
      open.add(id);
      return Promise.resolve();
    },
    releaseHold: (_call: unknown, { runId }: HoldName) => {
      open.delete(runId);
      ended.add(runId);
      return Promise.resolve();
    },
  };
  return { open, ended, billing };
}

/** A process that takes its steps in the database and at billing, until it dies. */
function mortal<T extends object>(parts: T, taken: { steps: number }, death?: Death): T {
  const step =
    (name: string, part: Readonly<Record<string, Step>>) =>
    async (...given: never[]) => {
      taken.steps += 1;
      if (death === undefined || taken.steps < death.atStep) return part[name]?.(...given);
      if (taken.steps === death.atStep && death.hadEffect) await part[name]?.(...given);
      throw died;
    };
  const wrapped = Object.entries(parts).map(([key, part]: [string, Readonly<Record<string, Step>>]) => [
    key,
    Object.fromEntries(Object.keys(part).map((name) => [name, step(name, part)])),
  ]);
  return Object.fromEntries(wrapped) as T;
}

function setUp({ files = 3, balanceCents = 1_000 } = {}) {
  const holds = createHolds(balanceCents);
  const organizationId = newId();
  const projectId = newId();
  const subjects = Array.from({ length: files }, () => subjectFile());
  const runs = createRunStore(opened.db, { notify: () => undefined }).runs;
  const taken = { steps: 0 };
  const depsOf = (death?: Death) => ({
    clock,
    contexts: {},
    projectFiles: {
      checkProject: () => Promise.resolve(),
      find: () => Promise.resolve(subjects),
      recordRuns: () => Promise.resolve(),
    },
    logger: createLogger({ name: 'test', level: 'silent' }),
    ...mortal({ runs, billing: holds.billing }, taken, death),
  });
  const fileIds = subjects.map(({ id }) => id);
  const order = { projectId, pipelineSlug: 'image-authenticity', fileIds };
  const call = operation(organizationId);
  return {
    ...holds,
    taken,
    fileIds,
    organizationId,
    start: (death?: Death) =>
      runPipeline(depsOf(death) as unknown as Parameters<typeof runPipeline>[0], call, order),
    sweep: async () => {
      const deps = depsOf() as unknown as Parameters<typeof releaseAbandonedStarts>[0];
      // A second look finds what the first one had to leave.
      for (const _look of [1, 2]) {
        clock.advance(61_000);
        await releaseAbandonedStarts(deps);
      }
    },
    documents: () => opened.documents.find({ organizationId }).toArray(),
  };
}

function subjectFile(): SubjectFile {
  const names = { id: newId(), name: 'a.jpg', storageKey: 'a', sha256: 'a' };
  const enrichment = { width: 40, height: 30 };
  return { ...names, mimeType: 'image/jpeg', sizeBytes: 1, enrichmentStatus: 'completed', enrichment };
}

/** The same operation as every repetition under one idempotency key has it. */
function operation(organizationId: string): CallContext {
  const service = { kind: 'service', service: 'verification' } as const;
  const life = { deadline: new Date(Date.now() + 180_000), signal: new AbortController().signal };
  return {
    ...callBy({ organizationId }),
    actor: service,
    traceparent: undefined,
    ...life,
    operation: newId(),
  };
}

type Platform = ReturnType<typeof setUp>;

async function expectAll({ documents, open, fileIds }: Platform): Promise<void> {
  const found = await documents();
  expect(found.map(({ chargeState }) => chargeState)).toEqual(fileIds.map(() => 'held'));
  expect(found.map(({ files }) => files.map(({ id }) => id)).sort()).toEqual(
    fileIds.map((id) => [id]).sort(),
  );
  expect([...open].sort()).toEqual(found.map(({ _id }) => _id).sort());
  const events = found.flatMap(({ outbox = [] }) => outbox.map(({ subject }) => subject));
  expect(events.filter((subject) => subject === 'assay.runs.v1.RunStarted')).toHaveLength(fileIds.length);
}

/** How many steps a start over three files takes, and two ways to die with each. */
const steps = 10;
const deaths = Array.from({ length: steps }, (_, index) => index + 1).flatMap((atStep) => [
  { atStep, hadEffect: false },
  { atStep, hadEffect: true },
]);

describe('runs that are started together', () => {
  it('are one for each file, in their order, each held for once', async () => {
    const platform = setUp();
    const runs = await platform.start();
    expect(platform.taken.steps).toBe(steps);
    expect(runs.map(({ files }) => files[0]?.id)).toEqual(platform.fileIds);
    await expectAll(platform);
    expect((await platform.start()).map(({ id }) => id)).toEqual(runs.map(({ id }) => id));
    await expectAll(platform);
  });

  it.each(deaths)('are all there once a start that died is repeated: %o', async (death) => {
    const platform = setUp();
    await expect(platform.start(death)).rejects.toBe(died);
    await platform.start();
    await expectAll(platform);
  });

  it.each(deaths)('are all there or none, with their money, after a start that died: %o', async (death) => {
    const platform = setUp();
    await expect(platform.start(death)).rejects.toBe(died);
    await platform.sweep();
    const isDecided = death.atStep > 8 || (death.atStep === 8 && death.hadEffect);
    if (isDecided) return expectAll(platform);
    expect(await platform.documents()).toEqual([]);
    expect([...platform.open]).toEqual([]);
  });

  it.each(deaths)(
    'are all there when a start that died is repeated after it was given up: %o',
    async (death) => {
      const platform = setUp();
      await expect(platform.start(death)).rejects.toBe(died);
      await platform.sweep();
      await platform.start();
      await expectAll(platform);
    },
  );

  it('are all there once, however many starts and sweeps of one operation there are at once', async () => {
    const platform = setUp();
    await expect(platform.start({ atStep: 7, hadEffect: true })).rejects.toBe(died);
    clock.advance(61_000);
    const attempts = await Promise.allSettled([platform.start(), platform.start(), platform.sweep()]);
    for (const attempt of attempts.filter(({ status }) => status === 'rejected')) {
      expect(attempt).toMatchObject({ reason: { reason: 'START_TOOK_TOO_LONG' } });
    }
    await platform.start();
    await expectAll(platform);
  });

  it('are none where the money of all does not suffice, also when it goes meanwhile', async () => {
    const poor = setUp({ balanceCents: 29 });
    expect(await catchRefusal(poor.start())).toMatchObject({
      reason: 'INSUFFICIENT_BALANCE',
      details: { balanceCents: 29, requiredCents: 30 },
    });
    const spent = setUp({ balanceCents: 29 });
    spent.billing.availableCents = () => Promise.resolve(1_000);
    expect(await catchRefusal(spent.start())).toMatchObject({ reason: 'INSUFFICIENT_BALANCE' });
    for (const platform of [poor, spent]) {
      expect(await platform.documents()).toEqual([]);
      expect([...platform.open]).toEqual([]);
    }
    expect(await opened.uncovered()).toEqual([]);
  });
});
