import { days } from '@assay/chassis/units';
import type { Known } from './known.ts';
import type { Operation } from './model/operation.ts';
import type { Scenario, Step } from './scenario.ts';

interface Choosing {
  readonly scenario: Scenario;
  readonly known: Known;
  readonly now: number;
}

/** Turns a step into a call about objects that the client knows. Undefined if there is none. */
export function chooseOperation(step: Step, choosing: Choosing): Operation | undefined {
  const { known } = choosing;
  switch (step.kind) {
    case 'claim':
      return onJob(step, known, (job) => chooseClaimer(step, job, known));
    case 'extendClaim':
    case 'returnClaim':
    case 'submit':
      return chooseClaim(step, step.kind, known);
    case 'accept':
    case 'reject':
    case 'undo':
      return choose(known.answers, step, ({ job, answer }) => ({ kind: step.kind as 'accept', job, answer }));
    case 'appeal':
      return choose(known.answers, step, ({ job, answer, worker }) => ({
        kind: 'appeal',
        job,
        answer,
        worker,
      }));
    case 'resolve':
      return choose(known.appeals, step, ({ job, answer, appeal }) => ({
        kind: 'resolve',
        job,
        answer,
        appeal,
        isOverturned: step.actor % 2 === 0,
        byRejecter: step.actor === 3,
      }));
    default:
      return chooseOnJob(step, choosing);
  }
}

function chooseOnJob(step: Step, choosing: Choosing): Operation | undefined {
  const { known, now } = choosing;
  switch (step.kind) {
    case 'pause':
    case 'resume':
    case 'acceptAll':
      return onJob(step, known, (job) => ({ kind: step.kind as 'pause', job }));
    case 'extendJob': {
      const validUntil = step.actor % 2 === 0 ? now + days(30) : undefined;
      return onJob(step, known, (job) => ({ kind: 'extendJob', job, repetitions: 1, validUntil }));
    }
    case 'archive':
    case 'archiveAccepting':
      return onJob(step, known, (job) => ({
        kind: 'archive',
        job,
        acceptsAll: step.kind === 'archiveAccepting',
      }));
    default:
      return chooseOnProject(step, choosing);
  }
}

function chooseOnProject({ kind, pick, actor }: Step, { scenario, known }: Choosing): Operation | undefined {
  const file = scenario.files.length === 0 ? undefined : pick % scenario.files.length;
  switch (kind) {
    case 'createJob':
      known.nextJob += 1;
      return { kind, job: known.nextJob - 1, terms: scenario.secondTerms };
    case 'startRun':
      known.nextRun += 1;
      return { kind, run: known.nextRun - 1, file: scenario.hasImages && actor > 0 ? file : undefined };
    case 'cancelRun':
    case 'restartRun': {
      const numbers = [...known.runs.keys()];
      const run = numbers[pick % Math.max(numbers.length, 1)];
      return run === undefined ? undefined : { kind, run };
    }
    case 'hideFile':
    case 'showFile':
      return file === undefined ? undefined : { kind: 'setPrivacy', file, isPublic: kind === 'showFile' };
    case 'deleteFile':
      return file === undefined ? undefined : { kind, file };
    case 'deleteProject':
      return { kind };
    default:
      return undefined;
  }
}

/** In a job that allows guests, half of the claims are those of guests, new ones or known ones. */
function chooseClaimer({ actor, pick }: Step, job: number, known: Known): Operation {
  if (known.terms.get(job)?.allowsGuests !== true || actor < 2) return { kind: 'claim', job, worker: actor };
  const own = [...known.guests].filter(([, guest]) => guest.job === job);
  const guest = actor === 2 ? own[pick % Math.max(own.length, 1)] : undefined;
  if (guest !== undefined) return { kind: 'claim', job, worker: guest[0] };
  known.nextGuest += 1;
  return { kind: 'claimAsGuest', job, worker: known.nextGuest - 1 };
}

/** Prefers claims that have no answer yet; one pick in six takes any claim. */
function chooseClaim(
  step: Step,
  kind: 'extendClaim' | 'returnClaim' | 'submit',
  known: Known,
): Operation | undefined {
  const answered = new Set(known.answers.map(({ job, worker }) => `${job.toString()} ${worker.toString()}`));
  const open = known.claims.filter(
    ({ job, worker }) => !answered.has(`${job.toString()} ${worker.toString()}`),
  );
  return choose(step.pick === 5 || open.length === 0 ? known.claims : open, step, (claim) => {
    if (kind !== 'submit') return { kind, ...claim };
    return { kind, ...claim, value: step.actor !== 1 };
  });
}

function onJob<T>(step: Step, { jobs }: Known, build: (job: number) => T): T | undefined {
  const numbers = [...jobs.keys()];
  const job = numbers[step.pick < 4 ? 0 : step.pick % Math.max(numbers.length, 1)];
  return job === undefined ? undefined : build(job);
}

function choose<O>(
  objects: readonly O[],
  { pick }: Step,
  build: (object: O) => Operation,
): Operation | undefined {
  const chosen = objects[pick % Math.max(objects.length, 1)];
  return chosen === undefined ? undefined : build(chosen);
}
