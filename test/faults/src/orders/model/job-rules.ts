import { change, editJob, findJob, keep, refuse } from './branch.ts';
import type { Branch } from './branch.ts';
import { acceptPending } from './answer-rules.ts';
import type { Operation } from './operation.ts';
import { readStatus, settleJob } from './pass-time.ts';
import { createJob, priceAnswer } from './state.ts';
import type { State } from './state.ts';

type Creating = Extract<Operation, { kind: 'createJob' }>;
type Extending = Extract<Operation, { kind: 'extendJob' }>;
type Archiving = Extract<Operation, { kind: 'archive' }>;

/** Creates a job and holds its highest cost (C5, C16, C31). */
export function openJob(state: State, { job, terms }: Creating): Branch[] {
  const isInvalid = terms.allowsGuests && terms.rewardCents > 0;
  // An order that can never be right may be refused before its project is looked for.
  if (state.isProjectDeleted) return refuse(state, 'NOT_FOUND', ...(isInvalid ? ['INVALID'] : []));
  if (isInvalid) return refuse(state, 'INVALID');
  const files = terms.source === 'files' ? terms.files.map((number) => state.files[number]) : [];
  if (files.some((file) => file?.isDeleted === true)) return refuse(state, 'NOT_FOUND');
  if ((terms.isOpen || terms.allowsGuests) && files.some((file) => file?.isPublic === false))
    return refuse(state, 'FILE_NOT_PUBLIC');
  return change(state, (next) => {
    next.jobs[job] = createJob(terms, next.now);
  });
}

/** Pauses an assignable job, and resumes a paused one before its end (section 3, C8, N100). */
export function pauseJob(state: State, number: number): Branch[] {
  const job = findJob(state, number);
  if (job === undefined) return refuse(state, 'NOT_FOUND');
  const status = readStatus(job);
  if (status === 'paused') return keep(state);
  if (status !== 'assignable') return refuse(state, 'JOB_STATE');
  return setMode(state, number, 'paused');
}

export function resumeJob(state: State, number: number): Branch[] {
  const job = findJob(state, number);
  if (job === undefined) return refuse(state, 'NOT_FOUND');
  const status = readStatus(job);
  if (status === 'assignable') return keep(state);
  // A resume leads to these at once if all slots are taken, and its repetition finds them (N100). Without a resume they are wrong states.
  if (job.wasResumed && (status === 'no_tasks' || status === 'finished')) return keep(state);
  if (status !== 'paused' || state.now >= job.validUntil) return refuse(state, 'JOB_STATE');
  return setMode(state, number, 'open');
}

function setMode(state: State, number: number, mode: 'open' | 'paused' | 'archived'): Branch[] {
  return change(state, (next) => {
    editJob(next, number, (job) => {
      job.mode = mode;
      job.wasResumed = mode === 'open';
      if (mode === 'paused') job.pausedAt = next.now;
      settleJob(job, next.now);
    });
  });
}

/** Adds repetitions. Their money is held first, and the job is assignable afterwards (C8, C9). */
export function extendJob(state: State, operation: Extending): Branch[] {
  const { job: number, repetitions, validUntil } = operation;
  const job = findJob(state, number);
  if (job === undefined) return refuse(state, 'NOT_FOUND');
  const isPast = state.now >= job.validUntil && validUntil === undefined;
  if (job.mode === 'archived') return refuse(state, 'JOB_STATE', ...(isPast ? ['INVALID'] : []));
  if (isPast) return refuse(state, 'INVALID');
  const firstCents = job.variants.length * repetitions * priceAnswer(job.terms);
  const edit = (next: State): void => {
    editJob(next, number, (one) => {
      one.repetitions += repetitions;
      one.validUntil = validUntil ?? one.validUntil;
      one.mode = 'open';
      for (const variant of one.variants) variant.surplus = 0;
      settleJob(one, next.now);
    });
  };
  return change(state, edit, { firstCents });
}

/** Ends a job for good. Answers under review and running claims keep their money (section 3, C32, N100). */
export function archiveJob(state: State, { job: number, acceptsAll }: Archiving): Branch[] {
  const job = findJob(state, number);
  if (job === undefined) return refuse(state, 'NOT_FOUND');
  if (job.mode === 'archived') return keep(state);
  return change(state, (next) => {
    if (acceptsAll) acceptPending(next, number);
    editJob(next, number, (one) => {
      one.mode = 'archived';
      settleJob(one, next.now);
    });
  });
}

/** Closes the open slots of a variant whose file was deleted (C65). */
export function closeVariant(next: State, number: number, variant: number): void {
  editJob(next, number, (job) => {
    const closed = job.variants[variant];
    if (closed !== undefined) closed.isClosed = true;
    settleJob(job, next.now);
  });
}

/** Archives the job of a deleted project: open claims end, and all that is held is released (C65). */
export function removeJob(next: State, number: number): void {
  editJob(next, number, (job) => {
    job.isGone = true;
  });
}
