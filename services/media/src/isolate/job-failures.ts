import type { JobFailure, JobFailureCode } from './job-types.ts';

/** Failures that the child itself reports, after which it takes the next job. */
export const answered: readonly JobFailureCode[] = ['undecodable', 'internal'];

/**
 * What follows from a failure, for everybody who gives jobs: a `verdict` is about the input and ends the same way at every try;
 * work that was `interrupted` is given back as though it had not begun; anything else may go right the next time, and who tries
 * again counts the tries.
 */
export type Consequence = 'verdict' | 'interrupted' | 'try again';

const consequences: Readonly<Record<JobFailureCode, Consequence>> = {
  undecodable: 'verdict',
  timeout: 'verdict',
  cpu: 'verdict',
  memory: 'verdict',
  crashed: 'verdict',
  killed: 'try again',
  internal: 'try again',
  unstarted: 'try again',
  aborted: 'interrupted',
  closed: 'interrupted',
};

export function consequenceOf({ code }: Pick<JobFailure, 'code'>): Consequence {
  return consequences[code];
}

export const internal: JobFailure = {
  ok: false,
  code: 'internal',
  reason: 'the file could not be read because of an internal error',
};
export const aborted: JobFailure = { ok: false, code: 'aborted', reason: 'the work was cancelled' };

/** @param why for logs */
export function unstarted(why: string): JobFailure {
  return { ...internal, code: 'unstarted', detail: `the child was not there for its job: ${why}` };
}

/** How a process ended, as its event `exit` says it: by itself with a code, or by a signal. */
export interface ProcessEnd {
  readonly code: unknown;
  readonly killer: unknown;
}

export function endOf({ code, killer }: ProcessEnd): string {
  return typeof killer === 'string' ? killer : `exit code ${String(code)}`;
}

/**
 * Signals that a process brings upon itself, by what it does or takes. Any other was sent by somebody: an operator, or a kernel that
 * is short of memory and would have ended whatever else was large.
 */
const ownSignals: readonly unknown[] = [
  ...['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGSYS', 'SIGTRAP'],
  ...['SIGXCPU', 'SIGXFSZ'],
];

/** What the end of a process amid its job says: that it broke on its file, or that it was taken away. */
export function died(end: ProcessEnd): JobFailure {
  const { killer } = end;
  if (typeof killer === 'string' && !ownSignals.includes(killer)) return killed(killer);
  const reason = 'the file could not be decoded: the decoder crashed';
  return { ok: false, code: 'crashed', reason, detail: endOf(end) };
}

/** @param why for logs */
export function killed(why: string): JobFailure {
  return { ...internal, code: 'killed', detail: `the decoder was ended from outside: ${why}` };
}

export function tooSlow(timeoutMs: number): JobFailure {
  return {
    ok: false,
    code: 'timeout',
    reason: `decoding took longer than ${Number((timeoutMs / 1000).toPrecision(2))} s`,
  };
}

/** The failure of a job whose file has used up its processor time. */
export const tooExpensive: JobFailure = {
  ok: false,
  code: 'cpu',
  reason: 'the file needs more processor time than a file of its size may take',
};

export function tooLarge(maxRssBytes: number): JobFailure {
  return {
    ok: false,
    code: 'memory',
    reason: `decoding needed more than ${Math.round(maxRssBytes / 2 ** 20)} MB`,
  };
}
