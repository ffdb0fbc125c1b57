/** The person or guest behind a worker: `user:<user id>` or `guest:<guest id>`. Requesters never see it. */
export type PersonKey = `user:${string}` | `guest:${string}`;

/** A person in an organization, whom requesters know by a pseudonym. */
export interface Worker {
  /** The pseudonym. */
  readonly id: string;
  readonly organizationId: string;
  readonly personKey: PersonKey;
  readonly isGuest: boolean;
  readonly isBlocked: boolean;
  /** Answers to golden questions, and the right ones among them. */
  readonly goldenTotal: number;
  readonly goldenCorrect: number;
  /** Answers that were submitted. */
  readonly completedTasks: number;
  /** The qualifications that the organization has set, by their keys. */
  readonly qualifications: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** The place of a worker in a job. One write reserves the claim, so that a worker has one open claim in a job. */
export interface Participant {
  readonly id: string;
  readonly organizationId: string;
  readonly jobId: string;
  readonly workerId: string;
  readonly personKey: PersonKey;
  readonly isGuest: boolean;
  readonly isBlocked: boolean;
  /** The claim that is open or reserved. */
  readonly claimId: string | undefined;
  /** The answers of the worker to ordinary tasks and to golden ones. */
  readonly answered: number;
  readonly goldenAnswered: number;
}
