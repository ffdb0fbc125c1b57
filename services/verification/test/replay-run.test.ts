import { newId } from '@assay/chassis/ids';
import { Verdict } from '@assay/proto/runs/v1/run';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWithCompletedRun } from './run-platform.ts';
import type { RunPlatform } from './run-platform.ts';

let on: RunPlatform;
let runId: string;
let path: string;

beforeAll(async () => {
  ({ on, runId, path } = await startWithCompletedRun());
});
afterAll(() => on.stop());

describe('the replay of a completed run', () => {
  it('finds the same, costs nothing and changes nothing', async () => {
    const before = await on.runs.getRun(on.user, { runId, projectId: '' });
    const { account: had } = await on.billing.getBalance(on.user, {});
    const { replay } = await on.runs.replayRun(on.user, { runId, projectId: '' });
    expect(replay).toMatchObject({ verdictBefore: Verdict.UNVERIFIED, verdictAfter: Verdict.UNVERIFIED });
    expect(replay?.stages.map(({ slug }) => slug)).toEqual(before.run?.stages.map(({ slug }) => slug));
    const different = replay?.stages.filter(
      ({ same, versionBefore, versionAfter }) => !same || versionBefore !== versionAfter,
    );
    expect(different).toEqual([]);
    expect(await on.runs.getRun(on.user, { runId, projectId: '' })).toEqual(before);
    expect((await on.billing.getBalance(on.user, {})).account).toEqual(had);
  });

  it('is one at a time for an organization, and the same for the same idempotency key', async () => {
    const keys = [newId(), newId()];
    const post = (key: string) => on.rest.post(`${path}/replay`, undefined, { 'idempotency-key': key });
    const answers = await Promise.all(keys.map(post));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error).toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { limit: 1 } });
    expect(refused?.headers.get('retry-after')).toBe('10');
    const done = answers.findIndex(({ status }) => status === 200);
    const again = await post(keys[done] ?? '');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(answers[done]?.body);
    expect(again.body).toMatchObject({ verdictBefore: 'unverified', verdictAfter: 'unverified' });
  });

  it('of another organization is as unknown as one that does not exist', async () => {
    const stranger = callBy();
    const foreign = await catchRefusal(on.runs.replayRun(stranger, { runId, projectId: '' }));
    expect(foreign).toMatchObject({ status: 'NOT_FOUND', message: 'The run was not found. Check its id.' });
    expect(await catchRefusal(on.runs.replayRun(stranger, { runId: newId(), projectId: '' }))).toEqual(
      foreign,
    );
    expect(await catchRefusal(on.runs.replayRun(on.user, { runId, projectId: newId() }))).toEqual(foreign);
  });

  it('needs the module', async () => {
    const ref = { runId, projectId: '' };
    const bare = callBy({ organizationId: on.organizationId, modules: [] });
    expect(await catchRefusal(on.runs.replayRun(bare, ref))).toMatchObject({ reason: 'MODULE_NOT_ENABLED' });
  });

  it('waits for the end of the run, and needs its file', async () => {
    const run = await on.startWith();
    const ref = { runId: run?.id ?? '', projectId: '' };
    await on.runs.cancelRun(on.user, ref);
    expect(await catchRefusal(on.runs.replayRun(on.user, ref))).toMatchObject({
      reason: 'RUN_NOT_COMPLETED',
      details: { state: 'failed', allowed: ['completed'] },
    });
    const { status } = await on.rest.delete(`/v2/files/${on.order.fileIds[0] ?? ''}`);
    expect(status).toBe(204);
    expect(await catchRefusal(on.runs.replayRun(on.user, { runId, projectId: '' }))).toMatchObject({
      status: 'NOT_FOUND',
      message: 'The file was not found. Check its id.',
    });
  });
});
