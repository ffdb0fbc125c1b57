/**
 * The jobs a worker knows: by name, what goes in and what comes out. Both must survive structured cloning. An input's `path`
 * names the one file that the job may read, or its list `paths` several, in which null stands for a file that is not read, and its record
 * `beside` what was made of them; the worker gets them under other names.
 */
export type JobTable = Record<string, { readonly input: unknown; readonly output: unknown }>;

/**
 * Why a job failed. `undecodable`, `timeout`, `cpu`, `memory` and `crashed` are verdicts about its input: trying again would
 * end the same way. `internal` is a fault of the worker; `unstarted` and `killed` are of its machine: there was no child to give the
 * input to, or it was ended from outside. With `aborted` and `closed` they say nothing about the input.
 */
export type JobFailureCode =
  | 'undecodable'
  | 'timeout'
  | 'cpu'
  | 'memory'
  | 'crashed'
  | 'killed'
  | 'internal'
  | 'unstarted'
  | 'aborted'
  | 'closed';

export interface JobFailure {
  readonly ok: false;
  readonly code: JobFailureCode;
  /** For the person whose file it was. */
  readonly reason: string;
  /** For logs: what the worker threw when the code is `internal`, why there was no child, or no longer, when it is `unstarted` or `killed`. */
  readonly detail?: string;
}

export type JobResult<Output> = { readonly ok: true; readonly value: Output } | JobFailure;

/** What the parent sends. */
export interface JobRequest {
  readonly job: string;
  readonly input: unknown;
}

/** What the child answers, exactly once a request. */
export type JobReply =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'undecodable'; readonly reason: string }
  | { readonly kind: 'internal'; readonly detail: string };

/** Everything a child sends: that it takes jobs, once; memory reports only where the parent cannot look memory up. */
export type ChildMessage =
  JobReply | { readonly kind: 'ready' } | { readonly kind: 'memory'; readonly bytes: number };
