import { stalledError } from '@assay/chassis/work/redrive';
import { redrive, redriveAll } from '@assay/chassis/work/redrive';
import type { ResponsesRequested } from '@assay/proto/runs/v1/run_events';
import { newId } from '@assay/chassis/ids';
import { countDeadLetters } from '@assay/test-kit/events/dead-letters';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../src/domain/run/run.ts';
import { startCrowdPlatform } from './crowd-platform.ts';
import type { CrowdPlatform } from './crowd-platform.ts';
import { createRunStore } from '../../src/store/runs/run-store.ts';

let crowd: CrowdPlatform;
beforeAll(async () => {
  crowd = await startCrowdPlatform();
});
afterAll(() => crowd.stop());

const listRequests = ({ id }: Run, slug: string): ResponsesRequested[] =>
  crowd.requested.filter(({ runId, stageSlug }) => runId === id && stageSlug === slug);

/** The latest request of a stage, once it wants that many responses. */
function wanting(run: Run, slug: string, responsesWanted: number): Promise<ResponsesRequested> {
  return eventually(() => {
    const last = listRequests(run, slug).at(-1);
    expect(last?.responsesWanted).toBe(responsesWanted);
    if (last === undefined) throw new Error('nothing is opened');
    return last;
  });
}

async function answers(
  run: Run,
  { stageId }: ResponsesRequested,
  ...values: readonly string[]
): Promise<void> {
  for (const value of values) await crowd.respond(run, { stageId, value });
}

async function listAnswers(run: Run, slug: string): Promise<readonly string[]> {
  const stage = (await crowd.find(run))?.stages.find((one) => one.slug === slug);
  return (stage?.responses ?? []).map(({ value }) => value);
}

async function awaitCompleted(run: Run): Promise<Run | undefined> {
  return eventually(async () => {
    const found = await crowd.find(run);
    expect(found?.status).toBe('completed');
    return found;
  });
}

const first = 'crowd-anomaly-marking';
const second = 'crowd-adjudication';

describe('a run whose stages ask people', () => {
  it('awaits them, skips the second stage when they agree, and weighs the answers', async () => {
    const run = await crowd.startRun();
    const opened = await wanting(run, first, 5);
    expect(opened).toMatchObject({
      question: 'Was this image changed after it was taken?',
      options: [{ value: 'yes' }, { value: 'no' }, { value: 'cannot_tell' }],
    });
    expect(await crowd.find(run)).toMatchObject({
      status: 'awaiting_crowd',
      stages: [{ status: 'awaiting_crowd' }, { status: 'pending' }, { status: 'pending' }],
    });
    await answers(run, opened, 'yes', 'yes', 'no', 'yes', 'yes');
    await eventually(() =>
      expect(crowd.closed).toContainEqual(
        expect.objectContaining({ stageId: opened.stageId, reason: 'decided' }),
      ),
    );
    const ended = await awaitCompleted(run);
    expect(ended?.stages).toMatchObject([
      {
        status: 'completed',
        verdict: 'manipulated',
        people: { endedBy: 'decided', llr: 1.5, isCapped: true },
      },
      { status: 'skipped' },
      { status: 'completed' },
    ]);
    expect(listRequests(run, second)).toEqual([]);
    // People alone, however many, do not make a file manipulated.
    expect(ended?.conclusion?.verdict).toBe('inconclusive');
    expect(ended?.conclusion?.scorecard).toHaveProperty('crowd_agreement');
    expect(ended?.conclusion?.report).toContain('5 people answered');
    expect(ended?.costCents).toBe(60);
  });

  it('asks one more at a time while they do not agree, and then other people with the maps', async () => {
    const run = await crowd.startRun();
    const opened = await wanting(run, first, 5);
    const { id: fileId } = run.files[0] ?? { id: '' };
    const area = { fileId, x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
    const values = ['yes', 'no', 'cannot_tell', 'yes', 'no', 'cannot_tell', 'yes'];
    for (const [index, value] of values.entries()) {
      const areas = value === 'yes' ? [area] : [];
      await crowd.respond(run, { stageId: opened.stageId, value, areas, goldTotal: 0, goldCorrect: 0 });
      await eventually(async () => expect(await listAnswers(run, first)).toHaveLength(index + 1));
    }
    const again = await wanting(run, second, 3);
    expect(again).toMatchObject({ showsMaps: true, texts: {}, areas: [area, area, area] });
    expect(listRequests(run, first).map(({ responsesWanted }) => responsesWanted)).toEqual([5, 6, 7]);
    expect((await crowd.find(run))?.stages[0]).toMatchObject({
      status: 'completed',
      verdict: 'inconclusive',
      people: { endedBy: 'max_responses', consensus: { value: 'yes' } },
    });
    await answers(run, again, 'no', 'no', 'no');
    expect(await awaitCompleted(run)).toMatchObject({ costCents: 10 + 70 + 24 });
  });

  it('requests again what may have been lost on its way', async () => {
    const run = await crowd.startRun();
    const opened = await wanting(run, first, 5);
    await answers(run, opened, 'yes', 'yes');
    await eventually(async () => expect(await listAnswers(run, first)).toHaveLength(2));
    const questions = createRunStore(crowd.db, { notify: () => undefined }).openQuestions;
    const deps = { clock: { now: () => new Date() }, logger: { info: () => undefined } };
    expect(await redrive(deps, questions)).toEqual({ requested: 0, ended: 0 });
    await redriveAll(deps, questions);
    const again = await eventually(() => {
      const [, second] = listRequests(run, first);
      if (second === undefined) throw new Error('nothing is opened again');
      return second;
    });
    expect(again).toEqual(opened);
    expect(await listAnswers(run, first)).toHaveLength(2);
    expect(await redrive(deps, questions)).toEqual({ requested: 0, ended: 0 });
  });

  it('takes a response once, one of a person, and none that is late', async () => {
    const run = await crowd.startRun();
    const opened = await wanting(run, first, 5);
    const { stageId } = opened;
    const one = await crowd.respond(run, { stageId, value: 'yes' });
    await crowd.respond(run, one);
    await crowd.respond(run, { stageId, value: 'no', workerId: one.workerId });
    const areas = [{ fileId: newId(), x: 0, y: 0, width: 1, height: 1 }];
    await crowd.respond(run, { stageId, value: 'yes', areas });
    await answers(run, opened, 'yes', 'yes', 'yes');
    await eventually(async () => expect(await listAnswers(run, first)).toHaveLength(4));
    await answers(run, opened, 'yes');
    await awaitCompleted(run);
    await answers(run, opened, 'no');
    const other = await crowd.startRun();
    await answers(other, await wanting(other, first, 5), 'yes');
    await eventually(async () => expect(await listAnswers(other, first)).toHaveLength(1));
    expect(await listAnswers(run, first)).toEqual(Array(5).fill('yes'));
    expect(await countDeadLetters(crowd.events, 'verification__on-response-submitted')).toBe(0);
  });

  it('gives up what cannot be a response, and leaves those of other organizations alone', async () => {
    const run = await crowd.startRun();
    const { stageId } = await wanting(run, first, 5);
    const before = await countDeadLetters(crowd.events, 'verification__on-response-submitted');
    await crowd.respond(run, { stageId, value: 'perhaps' });
    await crowd.respond(run, { stageId, value: '' });
    await crowd.respond(run, { stageId, value: 'yes', goldCorrect: 3, goldTotal: 2 });
    const outside = { fileId: run.files[0]?.id ?? '', x: 0.5, y: 0, width: 0.6, height: 1 };
    await crowd.respond(run, { stageId, value: 'yes', areas: [outside] });
    await eventually(async () =>
      expect(await countDeadLetters(crowd.events, 'verification__on-response-submitted')).toBe(before + 4),
    );
    await crowd.respond(run, { stageId, value: 'yes', organizationId: 'another' });
    await crowd.respond(run, { stageId, value: 'no' });
    await eventually(async () => expect(await listAnswers(run, first)).toEqual(['no']));
  });

  it('is not late while it awaits people, and ends when it is canceled', async () => {
    const run = await crowd.startRun();
    const opened = await wanting(run, first, 5);
    const relay = { notify: () => undefined };
    const work = createRunStore(crowd.db, relay).unfinishedRuns;
    const inAYear = { now: () => new Date(Date.now() + 366 * 86_400_000) };
    const logger = { info: () => undefined };
    for (let look = 0; look < 2; look += 1) await redrive({ clock: inAYear, logger }, work);
    expect((await crowd.find(run))?.error).not.toBe(stalledError);
    expect(await crowd.find(run)).toMatchObject({ status: 'awaiting_crowd', error: '' });
    await crowd.asUser.cancelRun(crowd.user(run), { runId: run.id, projectId: '' });
    await answers(run, opened, 'yes');
    const other = await crowd.startRun();
    const openedToo = await wanting(other, first, 5);
    await answers(other, openedToo, 'yes');
    await eventually(async () => expect(await listAnswers(other, first)).toHaveLength(1));
    expect(await crowd.find(run)).toMatchObject({
      status: 'failed',
      error: 'canceled',
      stages: [{ status: 'skipped', responses: [] }, { status: 'skipped' }, { status: 'skipped' }],
    });
  });
});
