import { compareMoney } from './money.ts';
import type { Outcome } from './operation.ts';
import type { ModelAnswer, ModelClaim, ModelJob, State } from './state.ts';

/** A response that the decisions allow in a state, and the state after it. */
export interface Branch {
  readonly expected: Outcome;
  readonly next: State;
  /** Notes the ids of the response in the next state. Returns false if they contradict what is known. */
  readonly bind?: (next: State, outcome: Outcome) => boolean;
}

export function refuse(next: State, ...reasons: readonly string[]): Branch[] {
  return reasons.map((reason) => ({ expected: { reason }, next }));
}

/** Nothing changes, and the call succeeds. */
export function keep(next: State, facts: Omit<Outcome, 'reason'> = {}): Branch[] {
  return [{ expected: { reason: 'OK', ...facts }, next }];
}

export interface ChangeOptions {
  readonly facts?: Omit<Outcome, 'reason'>;
  readonly bind?: NonNullable<Branch['bind']>;
  /** The cents that are held before the change. By default as many as the change needs. */
  readonly firstCents?: number;
}

/** Returns the branches of a successful change, and that of a refusal if the change needs more money than is surely available. */
export function change(
  state: State,
  edit: (next: State) => void,
  { facts = {}, bind, firstCents }: ChangeOptions = {},
): Branch[] {
  const next = structuredClone(state);
  edit(next);
  const { isPossible, isRefusable, releasedCents } = compareMoney(state, next, firstCents);
  next.releasedCents += releasedCents;
  const expected = { reason: 'OK', ...facts };
  return [
    ...(isPossible ? [{ expected, next, ...(bind !== undefined && { bind }) }] : []),
    ...(isRefusable ? refuse(state, 'INSUFFICIENT_BALANCE') : []),
  ];
}

/** Returns the job of an operation, which exists unless the client never got its response. */
export function findJob({ jobs }: State, job: number): ModelJob | undefined {
  const found = jobs[job];
  return found === undefined || found.isGone ? undefined : found;
}

export function editJob(next: State, number: number, edit: (job: ModelJob) => void): void {
  const job = next.jobs[number];
  if (job !== undefined) edit(job);
}

export function findClaim(job: ModelJob, id: string): ModelClaim | undefined {
  return job.claims.find((claim) => claim.id === id);
}

export function findAnswer(job: ModelJob, id: string): ModelAnswer | undefined {
  return job.answers.find((answer) => answer.id === id);
}
