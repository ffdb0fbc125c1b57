import { hideBlindResults } from './blind-results.ts';
import type { RunStage } from '../stage/stage.ts';
import { hasEnded } from './run.ts';
import type { Run, RunStatus } from './run.ts';

/** What changed: the run, or a stage of it. */
export type RunEvent = { readonly id: string } & (
  { readonly run: Run } | { readonly run?: undefined; readonly stage: RunStage }
);

/** What can happen at a stage: it begins, asks people, lets its run await them, ends. */
const changesPerStage = 4;

/**
 * What has happened to a run so far, in order, as its document tells it: so the history needs no storage, and is the same
 * whenever it is asked for. The id of an event is the first stage's, which no other attempt at the run has, and its place.
 */
export function eventsOf(recorded: Run): readonly RunEvent[] {
  const run = hideBlindResults(recorded);
  const at = (place: number): string => `${run.stages[0]?.id ?? run.id}.${String(place)}`;
  const first = { id: at(0), run: asBefore(run, 'pending', run.createdAt) };
  const [begun] = run.stages.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt]));
  const running = begun === undefined ? [] : [{ id: at(1), run: asBefore(run, 'running', begun) }];
  const ofStages = run.stages.flatMap((stage, index) =>
    changesOf(stage).map(({ change, stage: changed }) => ({
      id: at(2 + index * changesPerStage + change),
      stage: changed,
    })),
  );
  const last = { id: at(2 + run.stages.length * changesPerStage), run };
  return [first, ...running, ...ofStages, ...(hasEnded(run) ? [last] : [])];
}

/** Those after the event of this id; all when it is none of them. */
export function eventsAfter(run: Run, eventId: string): readonly RunEvent[] {
  const events = eventsOf(run);
  const known = events.findIndex(({ id }) => id === eventId);
  return events.slice(known + 1);
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
      return [...begun, { change: 1, stage }];
    case 'completed':
    case 'failed':
    case 'skipped':
      return [...begun, { change: 3, stage }];
  }
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
