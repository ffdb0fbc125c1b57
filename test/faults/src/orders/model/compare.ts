import { closeVariant, removeJob } from './job-rules.ts';
import { computeJobNeed, computeJobSpending } from './money.ts';
import { compareRun } from './compare-run.ts';
import type { RunView } from './compare-run.ts';
import { differ } from './differ.ts';
import type { Owned } from './differ.ts';
import { countClosed, passTime, readStatus, settleJob } from './pass-time.ts';
import type { JobStatus } from './pass-time.ts';
import { countFree, isGolden, isPending, listVariants, priceAnswer, sum } from './state.ts';
import type { ModelAnswer, ModelJob, State } from './state.ts';
import { applyStopRule } from './stop-rule.ts';

/** A job as its services show it; `undefined` members if it is not found. */
export interface JobView {
  readonly ledger: Owned;
  readonly shown:
    | (Owned & {
        readonly status: JobStatus;
        readonly counts: Readonly<Record<string, number>>;
        /** The states of the answers by their ids. */
        readonly answers: Readonly<Record<string, string>>;
        /** The states of the appeals by their ids. */
        readonly appeals: Readonly<Record<string, string>>;
      })
    | undefined;
}

/** All that the services show of an organization. */
export interface View {
  readonly account: Owned & { readonly availableCents: number; readonly fundedCents: number };
  readonly jobs: Readonly<Record<number, JobView>>;
  readonly runs: Readonly<Record<number, RunView>>;
  /** Cents of owners that the client does not know. */
  readonly unknown: Owned;
}

/** Lists the differences between a state after all its effects and the view; empty if they agree. */
export function findDifferences(state: State, view: View, now: number): string[] {
  const settled = settle(state, view, now);
  const { account } = view;
  const jobs = Object.entries(settled.jobs).map(([number, job]) =>
    compareJob(`job ${number}`, job, view.jobs[Number(number)]),
  );
  const runs = Object.entries(settled.runs).map(([number, run]) =>
    compareRun(`run ${number}`, settled, { run, view: view.runs[Number(number)] }),
  );
  const heldCents = sum(Object.values(settled.jobs).map(computeJobNeed));
  const owners = [...Object.values(view.jobs), ...Object.values(view.runs)];
  return [
    ...jobs.flat(),
    ...runs.flat(),
    ...differ('held by unknown owners', view.unknown.heldCents, 0),
    ...differ('spent by unknown owners', view.unknown.spentCents, 0),
    ...differ('held', account.heldCents, heldCents),
    ...differ('spent', account.spentCents, sum(owners.map(({ ledger }) => ledger.spentCents))),
    ...differ('funded', account.availableCents + account.heldCents + account.spentCents, account.fundedCents),
  ];
}

/** Returns true if a state may hold these cents. A due answer may be accepted or not. */
export function mayHold(state: State, heldCents: number, now: number): boolean {
  const next = applyEffects(state, now, () => false);
  const highest = sum(Object.values(next.jobs).map(computeJobNeed));
  const due = Object.values(next.jobs).map((job) =>
    job.isGone ? 0 : job.answers.filter((answer) => answer.state === 'due').length * priceAnswer(job.terms),
  );
  return heldCents <= highest && heldCents >= highest - sum(due);
}

/** Applies all effects that are still to come. Where the decisions leave the moment open, the view decides. */
function settle(state: State, view: View, now: number): State {
  return applyEffects(state, now, (next, number, answer) => {
    const { shown, ledger } = view.jobs[number] ?? {};
    const job = next.jobs[number];
    if (job === undefined) return false;
    const isPaid = computeJobSpending(job) < (ledger?.spentCents ?? 0);
    if (next.isProjectDeleted) return isPaid && !job.isGone;
    return now >= answer.overdueAt || shown?.answers[answer.id ?? ''] === 'accepted';
  });
}

/** @param isAccepted returns true for an answer that is due and was accepted */
function applyEffects(
  state: State,
  now: number,
  isAccepted: (next: State, number: number, answer: ModelAnswer) => boolean,
): State {
  const next = structuredClone(state);
  passTime(next, now);
  for (const [key, job] of Object.entries(next.jobs)) {
    const number = Number(key);
    for (const answer of job.answers) {
      if (answer.state !== 'due' || !isAccepted(next, number, answer)) continue;
      answer.state = 'accepted';
      applyStopRule(job, answer.variant);
    }
    settleJob(job, now);
    if (next.isProjectDeleted) removeJob(next, number);
    if (job.terms.source !== 'files') continue;
    for (const [variant, file] of job.terms.files.entries())
      if (next.files[file]?.isDeleted === true && !job.isGone) closeVariant(next, number, variant);
  }
  return next;
}

function compareJob(name: string, job: ModelJob, view: JobView | undefined): string[] {
  if (view === undefined) return [`${name} is not known to the client`];
  const owned = { heldCents: computeJobNeed(job), spentCents: computeJobSpending(job) };
  const ledger = compareOwned(`${name} in the ledger`, view.ledger, owned);
  if (job.isGone) return [...ledger, ...differ(`${name} is found`, view.shown !== undefined, false)];
  if (view.shown === undefined) return [...ledger, `${name} is not found`];
  const { status, counts, answers, appeals } = view.shown;
  return [
    ...ledger,
    ...compareOwned(name, view.shown, owned),
    ...differ(`status of ${name}`, status, readStatus(job)),
    ...Object.entries(countByState(job)).flatMap(([state, count]) =>
      differ(`${state} of ${name}`, counts[state], count),
    ),
    ...compareStates(`answers of ${name}`, answers, listAnswers(job)),
    ...compareStates(`appeals of ${name}`, appeals, listAppeals(job)),
  ];
}

function countByState(job: ModelJob): Record<string, number> {
  // Golden tasks count in none of them (C30).
  const ordinary = job.answers.filter((answer) => !isGolden(job, answer));
  const answers = (state: string): number => ordinary.filter((answer) => answer.state === state).length;
  const claims = (state: string): number =>
    job.claims.filter((claim) => claim.state === state && !isGolden(job, claim)).length;
  return {
    available: sum(listVariants(job).map((variant) => countFree(job, variant))),
    claimed: claims('open'),
    pendingReview: job.answers.filter(isPending).length,
    accepted: answers('accepted'),
    rejected: answers('rejected'),
    returned: claims('returned'),
    expired: claims('expired'),
    unopened: sum(job.variants.map(({ unopened }) => unopened)),
    closed: countClosed(job),
  };
}

/** An object of the model. The id is undefined if the client never got the response that names it. */
interface KnownState {
  readonly id: string | undefined;
  readonly state: string;
}

function listAnswers({ answers }: ModelJob): KnownState[] {
  return answers.map(({ id, state }) => ({ id, state: state === 'due' ? 'pending' : state }));
}

function listAppeals({ answers }: ModelJob): KnownState[] {
  return answers.flatMap(({ appeal }) => (appeal === undefined ? [] : [appeal]));
}

/** Compares the states of objects. Those whose ids the client does not know are compared by their number. */
function compareStates(
  name: string,
  shown: Readonly<Record<string, string>>,
  expected: readonly KnownState[],
): string[] {
  const known = new Set(expected.map(({ id }) => id));
  const actual = Object.entries(shown).map(([id, state]) => ({ id: known.has(id) ? id : undefined, state }));
  return differ(name, describe(actual), describe(expected));
}

function compareOwned(name: string, actual: Owned, expected: Owned): string[] {
  return [
    ...differ(`held by ${name}`, actual.heldCents, expected.heldCents),
    ...differ(`spent by ${name}`, actual.spentCents, expected.spentCents),
  ];
}

function describe(states: readonly KnownState[]): string {
  return states
    .map(({ id = 'unknown', state }) => `${id} ${state}`)
    .toSorted()
    .join(', ');
}
