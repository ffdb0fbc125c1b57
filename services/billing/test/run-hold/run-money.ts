import { newId } from '@assay/chassis/ids';
import type { Deps } from '../../src/deps.ts';
import { endAnyRun, placeAnyHold, releaseAnyHold } from '../../src/domain/run-hold/any-hold.ts';
import { chargeRunAnswer } from '../../src/domain/run-hold/charge-run-answer.ts';
import { closeRunJob } from '../../src/domain/run-hold/close-run-job.ts';
import type { RunOutcome } from '../../src/domain/run-hold/run-end.ts';

interface RunRef {
  readonly organizationId: string;
  readonly runId: string;
  readonly holdId?: string;
}

export type Action = (deps: Deps) => Promise<unknown>;

/** The postings of one attempt at a run that requests answers, as functions of the process that makes them. */
export function createRunMoney(run: RunRef) {
  const order = { userId: 'user', credentialId: '', inParts: true } as const;
  return {
    place: (amountCents: number) => (deps: Deps) => placeAnyHold(deps, { ...run, ...order, amountCents }),
    charge: (jobId: string, answerId: string, chargeCents: number) => (deps: Deps) =>
      chargeRunAnswer(deps, { ...run, jobId, answerId, chargeCents, stageSlug: 'marking' }),
    close: (jobId: string, answersCents: number) => (deps: Deps) =>
      closeRunJob(deps, { ...run, jobId, answersCents, stageSlug: 'marking' }),
    end: (outcome: RunOutcome, crowdJobIds: readonly string[], costCents: number) => (deps: Deps) =>
      endAnyRun(deps, { ...run, outcome, crowdJobIds, costCents }),
    release: () => (deps: Deps) => releaseAnyHold(deps, { holdId: '', ...run }),
  };
}

export const outcomes: readonly RunOutcome[] = ['completed', 'failed', 'canceled'];

/** The amounts of `listEvents`. */
export const heldCents = 120;
const machineCents = 10;
const answersCents = 46;

/** The cents that a run of `listEvents` costs in the end. */
export function readPrice(outcome: RunOutcome): number {
  return { completed: machineCents + answersCents, canceled: answersCents, failed: 0 }[outcome];
}

/** The events of an attempt with three jobs: of three answers, of two, and of none. */
export function listEvents(run: RunRef, outcome: RunOutcome): Action[] {
  const money = createRunMoney(run);
  const marking = newId();
  const adjudication = newId();
  const unanswered = newId();
  const jobs = [marking, adjudication, unanswered];
  return [
    ...[newId(), newId(), newId()].map((answerId) => money.charge(marking, answerId, 10)),
    ...[newId(), newId()].map((answerId) => money.charge(adjudication, answerId, 8)),
    money.close(marking, 30),
    money.close(adjudication, 16),
    money.close(unanswered, 0),
    money.end(outcome, jobs, outcome === 'completed' ? machineCents : 0),
  ];
}
