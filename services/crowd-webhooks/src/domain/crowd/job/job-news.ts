import type { AuditedCall } from '@assay/chassis/audit';
import type { JobStatus } from './job.ts';

/** The event of a change of a job. The webhooks of the job receive it. */
export interface JobChange {
  /** Such as `job.paused`. */
  readonly name: string;
  readonly previousStatus?: JobStatus;
  readonly additionalRepetitions?: number;
}

/** The events that a write of a job publishes. */
export interface JobNews {
  readonly change?: JobChange;
  /** True if the last release of the job is new. */
  readonly isReleased?: boolean;
  /** True if the price of the answers to a job of a run is final. */
  readonly isRunClosed?: boolean;
  /** The call that made the change. */
  readonly call?: AuditedCall;
  /** The action for the audit log, such as `crowd_job.archive`. Needs the call. */
  readonly audited?: string;
  /** The reason that the user stated, for the audit log. */
  readonly reason?: string;
}
