import { closeVariant, removeJob } from './job-rules.ts';
import { noteReleases } from './money.ts';
import { keyedKinds } from './operation.ts';
import type { Operation, Outcome } from './operation.ts';
import { passTime, settleJob } from './pass-time.ts';
import { respond } from './respond.ts';
import type { Branch } from './branch.ts';
import type { ModelJob, State } from './state.ts';
import { applyStopRule } from './stop-rule.ts';

/** A call of a round and its response. */
export interface ObservedCall {
  readonly operation: Operation;
  readonly outcome: Outcome;
  /** The number of earlier attempts without a response. Each may have had its effect, unless the call has an idempotency key. */
  readonly lostAttempts: number;
}

const maxLostAttempts = 2;

/** How many attempts of each call are placed in the order. The last one has the observed response. */
type Progress = readonly number[];

/**
 * Returns all states that some order of the calls of a round leads to, from one of these states and with the observed responses.
 * Empty if the decisions allow no such order.
 */
export function linearize(states: readonly State[], calls: readonly ObservedCall[], now: number): State[] {
  const ends = calls.map(({ operation, lostAttempts }) =>
    keyedKinds.has(operation.kind) ? 1 : 1 + Math.min(lostAttempts, maxLostAttempts),
  );
  // Effects of earlier calls may have come before the clock was moved.
  const begin = addEffects(states).map((state) => {
    const moved = structuredClone(state);
    passTime(moved, now);
    noteReleases(state, moved);
    return moved;
  });
  let reached = new Map<string, Reached>([
    [ends.map(() => 0).join(), { progress: ends.map(() => 0), states: begin }],
  ]);
  const done = ends.join();
  const found: State[] = ends.length === 0 ? begin : [];
  while (reached.size > 0) {
    const steps = [...reached.values()].flatMap((from) => advanceAny(from, calls, ends));
    reached = new Map();
    for (const step of steps) {
      if (step.progress.join() === done) found.push(...step.states);
      else merge(reached, step);
    }
  }
  return distinct(found);
}

function advanceAny(
  { progress, states }: Reached,
  calls: readonly ObservedCall[],
  ends: Progress,
): Reached[] {
  const from = addEffects(states);
  return calls.flatMap((call, index) => advance(progress, index, { call, end: ends[index] ?? 0, from }));
}

interface Reached {
  readonly progress: Progress;
  readonly states: readonly State[];
}

function merge(into: Map<string, Reached>, { progress, states }: Reached): void {
  if (states.length === 0) return;
  const key = progress.join();
  into.set(key, { progress, states: distinct([...(into.get(key)?.states ?? []), ...states]) });
}

interface Advancing {
  readonly call: ObservedCall;
  readonly end: number;
  readonly from: readonly State[];
}

/** Places the next attempt of a call: a lost one, or the last one with its response, which skips lost ones without an effect. */
function advance(progress: Progress, index: number, { call, end, from }: Advancing): Reached[] {
  const placed = progress[index] ?? 0;
  if (placed >= end) return [];
  const last = from.flatMap((state) => followObserved(state, call));
  const steps = [{ progress: progress.with(index, end), states: distinct(last) }];
  if (placed >= end - 1) return steps;
  const lost = from.flatMap((state) => respond(state, call.operation).map(({ next }) => next));
  return [...steps, { progress: progress.with(index, placed + 1), states: distinct(lost) }];
}

function followObserved(state: State, { operation, outcome, lostAttempts }: ObservedCall): State[] {
  const branches = respond(state, operation).filter((branch) => matches(branch, outcome, lostAttempts > 0));
  return branches.flatMap(({ next, bind }) => {
    if (bind === undefined) return [next];
    const bound = structuredClone(next);
    return bind(bound, outcome) ? [bound] : [];
  });
}

function matches({ expected }: Branch, outcome: Outcome, wasRepeated: boolean): boolean {
  const facts = Object.entries(expected) as [keyof Outcome, unknown][];
  return facts.every(
    ([name, value]) =>
      outcome[name] === value ||
      (wasRepeated && name === 'expiresAt') ||
      (name === 'variant' && outcome.variant === undefined),
  );
}

/** Adds the states in which effects of earlier deletions, which take effect at some moment, have taken effect. */
export function addEffects(states: readonly State[]): State[] {
  const all = new Map(states.map((state) => [JSON.stringify(state), state]));
  const waiting = [...all.values()];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    for (const next of listEffects(state)) {
      const key = JSON.stringify(next);
      if (!all.has(key)) waiting.push(next);
      all.set(key, next);
    }
  }
  return [...all.values()];
}

function listEffects(state: State): State[] {
  const effects: State[] = [];
  for (const [number, job] of Object.entries(state.jobs)) {
    if (job.isGone) continue;
    const files = job.terms.source === 'files' ? job.terms.files : [];
    for (const [variant, file] of files.entries()) {
      if (state.files[file]?.isDeleted !== true || job.variants[variant]?.isClosed === true) continue;
      effects.push(
        apply(state, (next) => {
          closeVariant(next, Number(number), variant);
        }),
      );
    }
    effects.push(...listAcceptances(state, Number(number), job));
    if (!state.isProjectDeleted) continue;
    effects.push(
      apply(state, (next) => {
        removeJob(next, Number(number));
      }),
    );
  }
  return effects;
}

/** A due answer is accepted at some moment. It matters where the acceptance closes slots, or where the project is deleted. */
function listAcceptances(state: State, number: number, job: ModelJob): State[] {
  if (!state.isProjectDeleted && job.terms.threshold === undefined) return [];
  return [...job.answers.entries()]
    .filter(([, answer]) => answer.state === 'due')
    .map(([index]) =>
      apply(state, (next) => {
        const owner = next.jobs[number];
        const answer = owner?.answers[index];
        if (owner === undefined || answer === undefined) return;
        answer.state = 'accepted';
        applyStopRule(owner, answer.variant);
        settleJob(owner, next.now);
      }),
    );
}

function apply(state: State, effect: (next: State) => void): State {
  const next = structuredClone(state);
  effect(next);
  noteReleases(state, next);
  return next;
}

function distinct(states: readonly State[]): State[] {
  return [...new Map(states.map((state) => [JSON.stringify(state), state])).values()];
}
