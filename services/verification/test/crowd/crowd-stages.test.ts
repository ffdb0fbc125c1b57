import { stalledError } from '@assay/chassis/work/redrive';
import { redrive, redriveAll } from '@assay/chassis/work/redrive';
import type { ResponsesRequested } from '@assay/proto/runs/v1/run_events';
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

const requestsOf = ({ id }: Run, slug: string): ResponsesRequested[] =>
  crowd.requested.filter(({ runId, stageSlug }) => runId === id && stageSlug === slug);

/** The latest request of a stage, once it wants that many responses. */
function wanting(run: Run, slug: string, responsesWanted: number): Promise<ResponsesRequested> {
  return eventually(() => {
    const last = requestsOf(run, slug).at(-1);
    expect(last?.responsesWanted).toBe(responsesWanted);
    if (last === undefined) throw new Error('nothing is asked');
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

async function responsesOf(run: Run, slug: string): Promise<readonly string[]> {
  const stage = (await crowd.find(run))?.stages.find((one) => one.slug === slug);
  return (stage?.responses ?? []).map(({ value }) => value);
}

const first = 'crowd-anomaly-marking';
const second = 'crowd-adjudication';

describe('a run whose stages ask people', () => {
  it('awaits them, goes on when they agree, and weighs what they said', async () => {
    const run = await crowd.startRun();
    const asked = await wanting(run, first, 5);
    expect(asked).toMatchObject({
      question: 'Was this picture altered after it was taken?',
      options: [{ value: 'altered' }, { value: 'not_altered' }],
    });
    expect(await crowd.find(run)).toMatchObject({
      status: 'awaiting_crowd',
      stages: [{ status: 'awaiting_crowd' }, { status: 'pending' }, { status: 'pending' }],
    });
    await answers(run, asked, 'altered', 'altered', 'not_altered', 'altered', 'altered');
    const again = await wanting(run, second, 3);
    await eventually(() => expect(crowd.closed.map(({ stageId }) => stageId)).toContain(asked.stageId));
    await answers(run, again, 'altered', 'altered', 'altered');
    const ended = await eventually(async () => {
      const found = await crowd.find(run);
      expect(found?.status).toBe('completed');
      return found;
    });
    expect(ended?.stages).toMatchObject([
      { status: 'completed', verdict: 'manipulated' },
      { status: 'completed', verdict: 'manipulated' },
      { status: 'completed' },
    ]);
    // People alone, however many, do not make a file manipulated.
    expect(ended?.conclusion?.verdict).toBe('inconclusive');
    expect(ended?.conclusion?.scorecard).toHaveProperty('crowd_agreement');
    expect(ended?.conclusion?.report).toContain('people who were asked');
  });

  it('asks one more at a time while they do not agree, and ends open when nobody is left to ask', async () => {
    const run = await crowd.startRun();
    const asked = await wanting(run, first, 5);
    const split = (count: number) =>
      Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 'altered' : 'not_altered'));
    for (const value of split(4))
      await crowd.respond(run, { stageId: asked.stageId, value, goldTotal: 0, goldCorrect: 0 });
    await eventually(async () => expect(await responsesOf(run, first)).toHaveLength(4));
    for (const [index, value] of split(5).entries()) {
      await crowd.respond(run, { stageId: asked.stageId, value, goldTotal: 0, goldCorrect: 0 });
      await eventually(async () => expect(await responsesOf(run, first)).toHaveLength(5 + index));
    }
    await wanting(run, second, 3);
    expect(requestsOf(run, first).map(({ responsesWanted }) => responsesWanted)).toEqual([5, 6, 7, 8, 9]);
    expect((await crowd.find(run))?.stages[0]).toMatchObject({
      status: 'completed',
      verdict: 'inconclusive',
    });
  });

  it('is asked again what was asked already when that may have been lost', async () => {
    const run = await crowd.startRun();
    const asked = await wanting(run, first, 5);
    await answers(run, asked, 'altered', 'altered');
    await eventually(async () => expect(await responsesOf(run, first)).toHaveLength(2));
    const questions = createRunStore(crowd.db, { notify: () => undefined }).openQuestions;
    const deps = { clock: { now: () => new Date() }, logger: { info: () => undefined } };
    expect(await redrive(deps, questions)).toEqual({ requested: 0, ended: 0 });
    await redriveAll(deps, questions);
    const again = await eventually(() => {
      const [, second] = requestsOf(run, first);
      if (second === undefined) throw new Error('nothing is asked again');
      return second;
    });
    expect(again).toEqual(asked);
    expect(await responsesOf(run, first)).toHaveLength(2);
    expect(await redrive(deps, questions)).toEqual({ requested: 0, ended: 0 });
  });

  it('takes a response once, one of a person, and none that is late', async () => {
    const run = await crowd.startRun();
    const asked = await wanting(run, first, 5);
    const { stageId } = asked;
    const one = await crowd.respond(run, { stageId, value: 'altered' });
    await crowd.respond(run, one);
    await crowd.respond(run, { stageId, value: 'not_altered', workerId: one.workerId });
    await answers(run, asked, 'altered', 'altered', 'altered');
    await eventually(async () => expect(await responsesOf(run, first)).toHaveLength(4));
    await answers(run, asked, 'altered');
    const next = await wanting(run, second, 3);
    await answers(run, asked, 'not_altered');
    await answers(run, next, 'altered');
    await eventually(async () => expect(await responsesOf(run, second)).toHaveLength(1));
    expect(await responsesOf(run, first)).toEqual(Array(5).fill('altered'));
    expect(await countDeadLetters(crowd.events, 'verification__on-response-submitted')).toBe(0);
  });

  it('gives up what cannot be a response, and leaves those of other organizations alone', async () => {
    const run = await crowd.startRun();
    const { stageId } = await wanting(run, first, 5);
    const before = await countDeadLetters(crowd.events, 'verification__on-response-submitted');
    await crowd.respond(run, { stageId, value: 'perhaps' });
    await crowd.respond(run, { stageId, value: '' });
    await crowd.respond(run, { stageId, value: 'altered', goldCorrect: 3, goldTotal: 2 });
    await eventually(async () =>
      expect(await countDeadLetters(crowd.events, 'verification__on-response-submitted')).toBe(before + 3),
    );
    await crowd.respond(run, { stageId, value: 'altered', organizationId: 'another' });
    await crowd.respond(run, { stageId, value: 'not_altered' });
    await eventually(async () => expect(await responsesOf(run, first)).toEqual(['not_altered']));
  });

  it('is not late while it awaits people, and ends when it is canceled', async () => {
    const run = await crowd.startRun();
    const asked = await wanting(run, first, 5);
    const relay = { notify: () => undefined };
    const work = createRunStore(crowd.db, relay).unfinishedRuns;
    const inAYear = { now: () => new Date(Date.now() + 366 * 86_400_000) };
    const logger = { info: () => undefined };
    for (let look = 0; look < 2; look += 1) await redrive({ clock: inAYear, logger }, work);
    expect((await crowd.find(run))?.error).not.toBe(stalledError);
    expect(await crowd.find(run)).toMatchObject({ status: 'awaiting_crowd', error: '' });
    await crowd.asUser.cancelRun(crowd.user(run), { runId: run.id, projectId: '' });
    await answers(run, asked, 'altered');
    const other = await crowd.startRun();
    const askedToo = await wanting(other, first, 5);
    await answers(other, askedToo, 'altered');
    await eventually(async () => expect(await responsesOf(other, first)).toHaveLength(1));
    expect(await crowd.find(run)).toMatchObject({
      status: 'failed',
      error: 'canceled',
      stages: [{ status: 'skipped', responses: [] }, { status: 'skipped' }, { status: 'skipped' }],
    });
  });
});
