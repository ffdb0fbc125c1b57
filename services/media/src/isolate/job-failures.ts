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
  memory: 'verdict',
  crashed: 'verdict',
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

export function crashed(exitCode: unknown, killer: unknown): JobFailure {
  return {
    ok: false,
    code: 'crashed',
    reason: `the file could not be decoded: the decoder crashed (${endOf(exitCode, killer)})`,
  };
}

/** How a process ended, by what its event `exit` says. */
export function endOf(exitCode: unknown, killer: unknown): string {
  return typeof killer === 'string' ? killer : `exit code ${String(exitCode)}`;
}

export function tooSlow(timeoutMs: number): JobFailure {
  return {
    ok: false,
    code: 'timeout',
    reason: `decoding took longer than ${Number((timeoutMs / 1000).toPrecision(2))} s`,
  };
}

export function tooLarge(maxRssBytes: number): JobFailure {
  return {
    ok: false,
    code: 'memory',
    reason: `decoding needed more than ${Math.round(maxRssBytes / 2 ** 20)} MB`,
  };
}
