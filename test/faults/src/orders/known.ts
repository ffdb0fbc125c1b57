import type { OutgoingCall } from '@assay/chassis/call-context';
import { firstGuest } from './model/operation.ts';
import type { JobTerms, Operation, Outcome } from './model/operation.ts';

/** The objects that the client of an organization knows from responses. */
export interface Known {
  /** The ids of the jobs and runs by their numbers. */
  readonly jobs: Map<number, string>;
  readonly runs: Map<number, string>;
  /** The numbers of the variants by the ids of their tasks. Workers see other numbers. */
  readonly variants: Map<string, number>;
  readonly claims: KnownClaim[];
  readonly answers: KnownAnswer[];
  readonly appeals: KnownAppeal[];
  /** The terms of the jobs by their numbers. */
  readonly terms: Map<number, JobTerms>;
  /** The calls of the guests by their numbers. */
  readonly guests: Map<number, KnownGuest>;
  /** The numbers of the next job, run and guest. */
  nextGuest: number;
  nextJob: number;
  nextRun: number;
}

interface KnownGuest {
  readonly job: number;
  readonly call: OutgoingCall;
}

interface KnownClaim {
  readonly job: number;
  readonly claim: string;
  readonly worker: number;
}

interface KnownAnswer {
  readonly job: number;
  readonly answer: string;
  readonly worker: number;
}

interface KnownAppeal extends KnownAnswer {
  readonly appeal: string;
}

export function createKnown(): Known {
  return {
    jobs: new Map(),
    runs: new Map(),
    variants: new Map(),
    claims: [],
    answers: [],
    appeals: [],
    terms: new Map(),
    guests: new Map(),
    nextGuest: firstGuest,
    nextJob: 0,
    nextRun: 0,
  };
}

/** Notes the object that a successful call created. */
export function learn(known: Known, operation: Operation, { reason, id }: Outcome): void {
  if (reason !== 'OK' || id === undefined) return;
  switch (operation.kind) {
    case 'createJob':
      known.jobs.set(operation.job, id);
      known.terms.set(operation.job, operation.terms);
      break;
    case 'startRun':
      known.runs.set(operation.run, id);
      break;
    case 'claim':
    case 'claimAsGuest':
      if (!known.claims.some(({ claim }) => claim === id))
        known.claims.push({ job: operation.job, claim: id, worker: operation.worker });
      break;
    case 'submit':
      if (!known.answers.some(({ answer }) => answer === id))
        known.answers.push({ job: operation.job, answer: id, worker: operation.worker });
      break;
    case 'appeal':
      known.appeals.push({
        job: operation.job,
        answer: operation.answer,
        worker: operation.worker,
        appeal: id,
      });
      break;
    default:
  }
}
