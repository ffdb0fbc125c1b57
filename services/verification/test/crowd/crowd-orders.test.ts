import { Audience } from '@assay/proto/crowd/v1/crowd_job';
import { RunStatus, StageStatus } from '@assay/proto/runs/v1/run';
import type { Run } from '@assay/proto/runs/v1/run';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunPlatform } from '../run-platform.ts';
import type { RunPlatform } from '../run-platform.ts';

let on: RunPlatform;
beforeAll(async () => {
  on = await startRunPlatform();
});
afterAll(() => on.stop());

const pipelineSlug = 'image-expert-review';
const own = { audience: Audience.UNSPECIFIED };
const estimate = async (more: object = {}) => {
  const order = { ...on.order, pipelineSlug, ...more };
  return (await on.runs.estimateRun(on.user, order)).estimate;
};

function awaitPeople(runId: string): Promise<Run> {
  return eventually(async () => {
    const { run } = await on.runs.getRun(on.user, { runId, projectId: '' });
    expect([run?.error, run?.status]).toEqual([undefined, RunStatus.AWAITING_CROWD]);
    if (run === undefined) throw new Error('the run is gone');
    return run;
  });
}

const findMarking = ({ stages }: Run) => stages.find(({ slug }) => slug === 'crowd-anomaly-marking');

describe('the order of a run that asks people', () => {
  it('is estimated from the fewest answers to all of them', async () => {
    expect(await estimate()).toMatchObject({ minCents: 60, expectedCents: 120, maxCents: 120 });
    const unpaid = await estimate({ crowd: { ...own, unpaid: true } });
    expect(unpaid).toMatchObject({ minCents: 10, expectedCents: 10, maxCents: 10 });
    expect(await catchRefusal(estimate({ maxCostCents: 119 }))).toMatchObject({
      reason: 'MAX_COST_EXCEEDED',
    });
  });

  it.each([
    ['an estimate', (order: typeof on.order) => on.runs.estimateRun(on.user, order)],
    ['a start', (order: typeof on.order) => on.runs.startRun(on.user, order)],
    ['a start over each file', (order: typeof on.order) => on.runs.runPipeline(on.user, order)],
  ])('is refused in %s where people would see a file that is not public', async (_kind, send) => {
    const order = { ...on.order, pipelineSlug };
    const [fileId] = order.fileIds;
    for (const crowd of [{ audience: Audience.EVERYONE }, { ...own, guestsAllowed: true, unpaid: true }]) {
      const refusal = { status: 'FAILED_PRECONDITION', reason: 'FILE_NOT_PUBLIC', details: { fileId } };
      expect(await catchRefusal(send({ ...order, crowd }))).toMatchObject(refusal);
    }
    const paidGuests = { ...order, crowd: { ...own, guestsAllowed: true } };
    expect(await catchRefusal(send(paidGuests))).toMatchObject({ details: { field: 'crowd.guestsAllowed' } });
    const withoutPeople = { ...on.order, crowd: own };
    expect(await catchRefusal(send(withoutPeople))).toMatchObject({ details: { field: 'crowd' } });
  });
});

describe('a run that waits for people', () => {
  it('hides what its checks found, closes its job when it is canceled, and opens another one when restarted', async () => {
    const { id: runId = '' } = (await on.startWith({ pipelineSlug })) ?? {};
    const first = await awaitPeople(runId);
    expect(first.costCents).toBe(120);
    const machines = first.stages.filter(({ status }) => status === StageStatus.COMPLETED);
    expect(machines.map(({ artifacts, summary }) => [artifacts, summary])).toEqual(
      Array(4).fill([undefined, undefined]),
    );
    const opened = findMarking(first);
    expect(opened).toMatchObject({ people: { responses: 0, maxResponses: 7, testedWorkers: 0 } });
    expect(opened?.commitment?.sha256).toMatch(/^[0-9a-f]{64}$/u);
    const ref = { runId, projectId: '' };
    const { run: canceled } = await on.runs.cancelRun(on.user, ref);
    expect(canceled).toMatchObject({ status: RunStatus.FAILED, error: 'canceled', costCents: 0 });
    expect(canceled && findMarking(canceled)).toMatchObject({
      status: StageStatus.SKIPPED,
      people: { endedBy: 'canceled' },
    });
    const { run: restarted } = await on.runs.restartRun(on.user, ref);
    expect(restarted?.costCents).toBe(120);
    const second = findMarking(await awaitPeople(runId));
    expect(second?.crowdJobId).not.toBe(opened?.crowdJobId);
    expect(second?.commitment?.sha256).not.toBe(opened?.commitment?.sha256);
  });
});
