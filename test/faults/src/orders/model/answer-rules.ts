import { days } from '@assay/chassis/units';
import { change, editJob, findAnswer, findJob, keep, refuse } from './branch.ts';
import type { Branch } from './branch.ts';
import { findFile, isClosedTo } from './list-candidates.ts';
import type { OnAnswer, Operation } from './operation.ts';
import { closeSurplus, settleJob } from './pass-time.ts';
import { countFree, isGolden, isPending } from './state.ts';
import type { ModelAnswer, ModelJob, State } from './state.ts';
import { applyStopRule } from './stop-rule.ts';

type Reviewing = { readonly kind: 'accept' | 'reject' | 'undo' } & OnAnswer;
type Appealing = Extract<Operation, { kind: 'appeal' }>;
type Resolving = Extract<Operation, { kind: 'resolve' }>;

const undoMs = days(30);
const appealMs = days(7);
const maxRejected = 5;
const maxRejectedShare = 0.3;

/** Accepts, rejects or undoes (C25, C26, N100). */
export function reviewAnswer(state: State, operation: Reviewing): Branch[] {
  const job = findJob(state, operation.job);
  const answer = job === undefined ? undefined : findAnswer(job, operation.answer);
  if (job === undefined) return refuse(state, 'NOT_FOUND');
  if (answer === undefined) return refuse(state, 'NOT_FOUND');
  switch (operation.kind) {
    case 'accept':
      return accept(state, operation, answer);
    case 'reject':
      return reject(state, operation, { job, answer });
    case 'undo':
      return undo(state, operation, answer);
  }
}

type ChangeAnswer = (answer: ModelAnswer, next: State, job: ModelJob) => void;

function edit(on: OnAnswer, changeAnswer: ChangeAnswer): (next: State) => void {
  return (next) => {
    editJob(next, on.job, (job) => {
      const answer = findAnswer(job, on.answer);
      if (answer !== undefined) {
        changeAnswer(answer, next, job);
        closeSurplus(job, answer.variant);
        applyStopRule(job, answer.variant);
      }
      settleJob(job, next.now);
    });
  };
}

function accept(state: State, on: OnAnswer, { state: is }: ModelAnswer): Branch[] {
  if (is === 'rejected') return refuse(state, 'ANSWER_STATE');
  // A repeated decision changes nothing (C25).
  if (is === 'accepted') return keep(state);
  return change(
    state,
    edit(on, (answer) => {
      answer.state = 'accepted';
    }),
  );
}

/** The automatic acceptance of a due answer may come first. */
function lose(state: State, on: OnAnswer, { state: is }: ModelAnswer): Branch[] {
  if (is !== 'due') return [];
  return accept(state, on, { state: is } as ModelAnswer).map((branch) => ({
    ...branch,
    expected: { reason: 'ANSWER_STATE' },
  }));
}

function reject(
  state: State,
  on: OnAnswer,
  { job, answer }: { readonly job: ModelJob; readonly answer: ModelAnswer },
): Branch[] {
  if (answer.state === 'rejected') return keep(state);
  if (answer.state === 'accepted') return refuse(state, 'ANSWER_STATE');
  const ordinary = job.answers.filter((one) => !isGolden(job, one));
  const rejected = ordinary.filter((one) => one.state === 'rejected').length + 1;
  if (rejected > maxRejected && rejected > ordinary.length * maxRejectedShare)
    return [...refuse(state, 'REJECTION_LIMIT'), ...lose(state, on, answer)];
  const changed = change(
    state,
    edit(on, (one, { now }) => {
      Object.assign(one, { state: 'rejected', rejectedAt: now, wasUndone: false });
    }),
  );
  return [...changed, ...lose(state, on, answer)];
}

function undo(state: State, on: OnAnswer, answer: ModelAnswer): Branch[] {
  if (answer.state === 'accepted') return refuse(state, 'ANSWER_STATE');
  if (isPending(answer)) {
    const repeated = answer.wasUndone ? keep(state) : refuse(state, 'ANSWER_STATE');
    return [...repeated, ...lose(state, on, answer)];
  }
  if (state.now >= answer.rejectedAt + undoMs) return refuse(state, 'UNDO_EXPIRED');
  return change(
    state,
    edit(on, (one, next, owner) => {
      const overdueAt = next.now + waitMs(next, on);
      const isDue = next.now >= one.dueAt;
      takeSlotBack(owner, one.variant);
      Object.assign(one, { state: isDue ? 'due' : 'pending', wasUndone: true, overdueAt });
      if (one.appeal?.state === 'open') one.appeal.state = 'overturned';
    }),
  );
}

/** Takes a free slot or one that is not open yet, else one more than there are (C25). */
function takeSlotBack(job: ModelJob, index: number): void {
  const variant = job.variants[index];
  if (variant === undefined || countFree(job, index) > 0) return;
  if (variant.unopened > 0) {
    variant.unopened -= 1;
    return;
  }
  variant.extraSlots += 1;
  variant.surplus += 1;
}

function waitMs({ jobs }: State, { job }: OnAnswer): number {
  return (jobs[job]?.terms.autoAcceptHours ?? 0) * 3_600_000;
}

/** Accepts all answers that wait for review. A due one may have been accepted before, and then it is not counted. */
export function acceptAll(state: State, number: number): Branch[] {
  const job = findJob(state, number);
  if (job === undefined) return refuse(state, 'NOT_FOUND');
  return change(state, (next) => {
    acceptPending(next, number);
  });
}

export function acceptPending(next: State, number: number): void {
  editJob(next, number, (job) => {
    for (const answer of job.answers) {
      if (!isPending(answer)) continue;
      answer.state = 'accepted';
      applyStopRule(job, answer.variant);
    }
    settleJob(job, next.now);
  });
}

/** Appeals against a rejection, once and within 7 days (C27). */
export function appeal(state: State, operation: Appealing): Branch[] {
  const job = findJob(state, operation.job);
  const answer = job === undefined ? undefined : findAnswer(job, operation.answer);
  if (job === undefined || answer?.worker !== operation.worker) return refuse(state, 'NOT_FOUND');
  const reasons = [
    ...(answer.state === 'rejected' ? [] : ['ANSWER_STATE']),
    ...(answer.appeal === undefined ? [] : ['APPEAL_EXISTS']),
    ...(state.now >= answer.rejectedAt + appealMs ? ['APPEAL_EXPIRED'] : []),
  ];
  const isClosed = isClosedTo(state, job, answer);
  const closed = isClosed ? refuse(state, 'CLAIM_WITHDRAWN', ...reasons) : [];
  // Once a deleted file is gone, nothing of it can be shown, and the rejection is judged without it.
  if (isClosed && findFile(state, job, answer.variant)?.isDeleted !== true) return closed;
  if (reasons.length > 0) return [...closed, ...refuse(state, ...reasons)];
  const opened = change(
    state,
    edit(operation, (one) => {
      one.appeal = { id: undefined, state: 'open' };
    }),
    {
      bind: (next, { id }) => {
        const owner = next.jobs[operation.job];
        const own = owner === undefined ? undefined : findAnswer(owner, operation.answer)?.appeal;
        if (own === undefined) return false;
        own.id = id;
        return true;
      },
    },
  );
  return [...closed, ...opened];
}

/** Decides an appeal. An overturned rejection is an acceptance, which pays (C27). */
export function resolveAppeal(state: State, operation: Resolving): Branch[] {
  const job = findJob(state, operation.job);
  const answer = job?.answers.find((one) => one.appeal?.id === operation.appeal);
  if (answer?.appeal === undefined) return refuse(state, 'NOT_FOUND');
  if (operation.byRejecter) return refuse(state, 'APPEAL_PARTY');
  const decided = operation.isOverturned ? 'overturned' : 'upheld';
  if (answer.appeal.state === decided) return keep(state);
  if (answer.appeal.state !== 'open') return refuse(state, 'APPEAL_STATE');
  return change(
    state,
    edit(operation, (one, _, owner) => {
      if (one.appeal !== undefined) one.appeal.state = decided;
      if (!operation.isOverturned) return;
      takeSlotBack(owner, one.variant);
      one.state = 'accepted';
    }),
  );
}
