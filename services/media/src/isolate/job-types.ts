/** The jobs a worker knows: by name, what goes in and what comes out. Both must survive structured cloning. */
export type JobTable = Record<string, { readonly input: unknown; readonly output: unknown }>;

/**
 * Why a job failed. `undecodable`, `timeout`, `memory` and `crashed` are verdicts about its input: trying again would
 * end the same way. `aborted` and `closed` are not.
 */
export type JobFailureCode = 'undecodable' | 'timeout' | 'memory' | 'crashed' | 'aborted' | 'closed';

export interface JobFailure {
  readonly ok: false;
  readonly code: JobFailureCode;
  /** For the person whose file it was. */
  readonly reason: string;
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
  | { readonly kind: 'undecodable'; readonly reason: string };

/** Everything a child sends; memory reports come only where the parent cannot look memory up. */
export type ChildMessage = JobReply | { readonly kind: 'memory'; readonly bytes: number };
