import { newId } from '@assay/chassis/ids';
import { describe, expect, it } from 'vitest';
import { findPipeline } from '../pipeline/catalog.ts';
import type { RunStage } from '../stage/stage.ts';
import { eventsAfter, buildEvents } from './run-events.ts';
import { newRun } from './run.ts';
import type { Run } from './run.ts';

const begun = new Date('2026-01-02T03:04:06Z');
const ended = new Date('2026-01-02T03:04:07Z');

function runWith(given: Partial<Run>, ...stages: readonly Partial<RunStage>[]): Run {
  const pipeline = findPipeline('image-authenticity');
  if (pipeline === undefined) throw new Error('the pipeline is gone');
  const owner = {
    organizationId: 'o',
    projectId: 'p',
    startedBy: 'u',
    contextId: '',
    contextData: null,
    crowd: null,
  };
  const run = newRun({ ...owner, files: [], pipeline }, new Date('2026-01-02T03:04:05Z'), newId);
  return { ...run, ...given, stages: run.stages.map((stage, order) => ({ ...stage, ...stages[order] })) };
}

const running = { status: 'running', startedAt: begun } as const;
const completed = { status: 'completed', startedAt: begun, completedAt: ended, summary: 'done' } as const;
const conclusion = {
  verdict: 'unverified',
  confidence: 0.5,
  scorecard: {},
  explanation: '',
  report: '',
} as const;

const describeEvents = (run: Run) =>
  buildEvents(run).map((event) =>
    event.run === undefined ? `${event.stage.slug} ${event.stage.status}` : `run ${event.run.status}`,
  );

describe('the events of a run', () => {
  it('are one for each change of it and its stages, in order', () => {
    expect(describeEvents(runWith({}))).toEqual(['run pending']);
    const first = ['run pending', 'run running', 'ingest-gate running'];
    expect(describeEvents(runWith({ status: 'running' }, running))).toEqual(first);
    const second = [...first, 'ingest-gate completed', 'provenance running'];
    expect(describeEvents(runWith({ status: 'running' }, completed, running))).toEqual(second);
    const end = runWith({ status: 'completed', conclusion }, ...Array.from({ length: 5 }, () => completed));
    expect(describeEvents(end).slice(0, 4)).toEqual(second.slice(0, 4));
    expect(describeEvents(end)).toHaveLength(13);
    expect(describeEvents(end).at(-1)).toBe('run completed');
  });

  it('show what was known at the time', () => {
    const run = runWith({ status: 'completed', conclusion, completedAt: ended }, completed);
    const [pending, , stage, done] = buildEvents(run);
    expect(pending).toMatchObject({ run: { status: 'pending', conclusion: null, completedAt: null } });
    expect(stage).toMatchObject({ stage: { status: 'running', summary: '', completedAt: null } });
    expect(done).toMatchObject({ stage: completed });
  });

  it('keep their ids while more happens, and go on behind any of them', () => {
    const before = runWith({ status: 'running' }, running);
    const stages = before.stages.map((stage, order) => (order === 0 ? { ...stage, ...completed } : stage));
    const after: Run = { ...before, stages };
    const last = buildEvents(before).at(-1)?.id ?? '';
    const ids = (run: Run) => buildEvents(run).map(({ id }) => id);
    expect(ids(after).slice(0, 3)).toEqual(ids(before));
    expect(eventsAfter(after, last)).toEqual(buildEvents(after).slice(3));
    expect(eventsAfter(after, '')).toEqual(buildEvents(after));
  });

  it('say that the run awaits the people of a stage, and that it runs again', () => {
    const stage = { type: 'crowd', slug: 'people', startedAt: begun } as const;
    const awaiting = runWith({ status: 'awaiting_crowd' }, { ...stage, status: 'awaiting_crowd' });
    const first = ['run pending', 'run running', 'people running'];
    expect(describeEvents(awaiting)).toEqual([...first, 'run awaiting_crowd', 'people awaiting_crowd']);
    const response = {
      id: 'r',
      workerId: 'w',
      value: 'no',
      goldCorrect: 0,
      goldTotal: 0,
      areas: [],
      texts: {},
    };
    const [waitingStage, ...others] = awaiting.stages;
    if (waitingStage === undefined) throw new Error('the run has no stage');
    const oneAnswer: Run = { ...awaiting, stages: [{ ...waitingStage, responses: [response] }, ...others] };
    const waiting = buildEvents(awaiting).at(-1)?.id ?? '';
    expect(eventsAfter(oneAnswer, waiting)).toMatchObject([{ stage: { responses: [response] } }]);
    const answered = { ...stage, status: 'completed', completedAt: ended } as const;
    const stages = awaiting.stages.map((one, order) => (order === 0 ? { ...one, ...answered } : one));
    const after: Run = { ...awaiting, status: 'running', stages };
    expect(describeEvents(after)).toEqual([...first, 'people completed', 'run running']);
    const known = buildEvents(awaiting).at(-1)?.id ?? '';
    expect(eventsAfter(after, known)).toEqual(buildEvents(after).slice(3));
  });

  it('begin anew after a restart, whichever event of the attempt before is known', () => {
    const before = runWith({ status: 'failed', error: 'canceled' }, { ...running, status: 'failed' });
    expect(describeEvents(before)).toEqual([
      'run pending',
      'run running',
      'ingest-gate running',
      'ingest-gate failed',
      'run failed',
    ]);
    const restarted = runWith({ id: before.id });
    expect(eventsAfter(restarted, buildEvents(before).at(-1)?.id ?? '')).toHaveLength(1);
  });
});
