import { hideBlindResults } from './blind-results.ts';
import type { RunStage } from '../stage/stage.ts';
import { hasEnded } from './run.ts';
import type { Run, RunStatus } from './run.ts';

/** What changed: the run, or a stage of it. */
export type RunEvent = { readonly id: string } & (
  { readonly run: Run } | { readonly run?: undefined; readonly stage: RunStage }
);

/** A stage begins, lets its run await people, gets their answers, ends, and lets its run go on. */
const changesPerStage = 5;
/** More than any stage gets. */
const maxAnswers = 1_000;

/**
 * What has happened to a run so far, in order, as its document tells it: so the history needs no storage, and is the same
 * whenever it is asked for. The id of an event is the first stage's, which no other attempt at the run has, and its place.
 */
export function buildEvents(recorded: Run): readonly RunEvent[] {
  const run = hideBlindResults(recorded);
  const at = (place: number): string => `${run.stages[0]?.id ?? run.id}.${String(place)}`;
  const first = { id: at(0), run: asBefore(run, 'pending', run.createdAt) };
  const [begun] = run.stages.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt]));
  const running = begun === undefined ? [] : [{ id: at(1), run: asBefore(run, 'running', begun) }];
  const ofStages = run.stages.flatMap((stage, index) =>
    [...changesOf(stage), ...listRunChanges(run, stage)]
      .toSorted((one, other) => one.change - other.change)
      .map(({ change, ...changed }) => ({ id: at(2 + index * changesPerStage + change), ...changed })),
  );
  const last = { id: at(2 + run.stages.length * changesPerStage), run };
  return [first, ...running, ...ofStages, ...(hasEnded(run) ? [last] : [])];
}

/** Returns the events after the one with this id, which may be gone meanwhile; all if it is of no event of this attempt. */
export function eventsAfter(run: Run, eventId: string): readonly RunEvent[] {
  const [attempt, known] = readEventId(eventId);
  return buildEvents(run).filter(({ id }) => {
    const [current, place] = readEventId(id);
    return current !== attempt || !(place <= known);
  });
}

function readEventId(id: string): readonly [attempt: string, place: number] {
  const dot = id.indexOf('.');
  return [id.slice(0, dot), Number.parseFloat(id.slice(dot + 1))];
}

function changesOf(stage: RunStage): readonly { readonly change: number; readonly stage: RunStage }[] {
  const { status, startedAt } = stage;
  const begun = startedAt === null ? [] : [{ change: 0, stage: asBegun(stage, startedAt) }];
  switch (status) {
    case 'pending':
      return [];
    case 'running':
      return begun;
    case 'awaiting_crowd':
      // Each answer is a change of its own.
      return [...begun, { change: answered(stage), stage }];
    case 'completed':
    case 'failed':
    case 'skipped':
      return [...begun, { change: 3, stage }];
  }
}

/** Returns a number from 2 to below 3, which grows with the answers. */
function answered({ responses = [] }: RunStage): number {
  return 2 + responses.length / maxAnswers;
}

/** The run awaits the people of a stage, and runs again after their answers. */
function listRunChanges(
  run: Run,
  stage: RunStage,
): readonly { readonly change: number; readonly run: Run }[] {
  const { type, status, startedAt, updatedAt } = stage;
  if (type !== 'crowd' || startedAt === null) return [];
  if (status === 'awaiting_crowd') return [{ change: 1, run: asBefore(run, 'awaiting_crowd', updatedAt) }];
  return status === 'completed' ? [{ change: 4, run: asBefore(run, 'running', updatedAt) }] : [];
}

/** The stage as it was when it had begun. */
function asBegun(stage: RunStage, startedAt: Date): RunStage {
  const nothing = { verdict: null, confidence: null, summary: '', findings: null, artifacts: [], error: '' };
  return { ...stage, ...nothing, status: 'running', updatedAt: startedAt, completedAt: null };
}

/** The run as it was before it ended. */
function asBefore(run: Run, status: RunStatus, updatedAt: Date): Run {
  return { ...run, status, conclusion: null, error: '', updatedAt, completedAt: null };
}
