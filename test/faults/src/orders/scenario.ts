import fc from 'fast-check';
import { days, hours, minutes } from '@assay/chassis/units';
import { workerCount } from './model/operation.ts';
import type { JobTerms } from './model/operation.ts';

/** One random interleaving: the steps of a round are sent at the same time, and rounds follow one another. */
export interface Scenario {
  /** True for each file that is public at first. */
  readonly files: readonly boolean[];
  /** True if the files are images, over which runs can be started. */
  readonly hasImages: boolean;
  readonly terms: JobTerms;
  /** The terms of a job that a step can create. */
  readonly secondTerms: JobTerms;
  readonly steps: readonly Step[];
}

/** A step of an actor. `pick` selects one of the objects that the client knows when the step is sent. */
export interface Step {
  readonly round: number;
  readonly kind: StepKind;
  readonly actor: number;
  readonly pick: number;
}

export type StepKind = keyof typeof weights;

/** The number of rounds before which the clock is moved, and by how much. No sum of them is near the end of a claim or a job. */
export interface Schedule {
  readonly advancesMs: readonly number[];
}

export const rounds = 8;
const maxStepsPerRound = 3;

/** How often each kind of step is drawn, relative to the others. */
const weights = {
  claim: 30,
  submit: 26,
  extendClaim: 4,
  returnClaim: 4,
  accept: 10,
  reject: 14,
  undo: 8,
  acceptAll: 2,
  appeal: 6,
  resolve: 6,
  pause: 3,
  resume: 3,
  extendJob: 6,
  archive: 3,
  archiveAccepting: 2,
  createJob: 2,
  startRun: 2,
  cancelRun: 2,
  restartRun: 1,
  hideFile: 3,
  showFile: 2,
  deleteFile: 2,
  deleteProject: 1,
} as const;

/** The kinds of jobs: each has members that others cannot have. */
const plain = { source: 'none', goldenVariants: 0, threshold: undefined, allowsGuests: false } as const;
const variety = (files: readonly number[]) =>
  fc.constantFrom(
    ...(files.length > 0
      ? [{ ...plain, source: 'files' } as const, { ...plain, source: 'dataset' } as const]
      : []),
    plain,
    { ...plain, source: 'input-data' } as const,
    { ...plain, source: 'input-data', goldenVariants: 2 } as const,
    { ...plain, threshold: 0.65 },
    { ...plain, threshold: 0.5 },
    { ...plain, allowsGuests: true, source: files.length > 0 ? 'files' : 'none' } as const,
  );

const terms = (files: readonly number[]): fc.Arbitrary<JobTerms> =>
  fc
    .record({
      variety: variety(files),
      repetitions: fc.integer({ min: 1, max: 3 }),
      rewardCents: fc.constantFrom(10, 50, 0),
      autoAcceptHours: fc.constantFrom(168, 1, 0),
      validHours: fc.constantFrom(720, 2),
      isOpen: fc.boolean(),
      minResponses: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ variety: kind, ...chosen }) => ({
      ...chosen,
      ...kind,
      files: kind.source === 'files' || kind.source === 'dataset' ? files : [],
      // The model does not know if copies are public, so only members see them.
      isOpen: chosen.isOpen && kind.source !== 'dataset',
      minResponses: Math.min(chosen.minResponses, chosen.repetitions),
      // Guests have no account (C16). One such job in three is refused.
      rewardCents: kind.allowsGuests && chosen.rewardCents !== 50 ? 0 : chosen.rewardCents,
    }));

/** Kinds that are left out, to look at a fault without them. */
const without = (process.env['WITHOUT'] ?? '').split(',');

const step: fc.Arbitrary<Step> = fc.record({
  round: fc.nat(rounds - 1),
  kind: fc.oneof(
    ...Object.entries(weights)
      .filter(([kind]) => !without.includes(kind))
      .map(([kind, weight]) => ({
        arbitrary: fc.constant(kind as StepKind),
        weight,
      })),
  ),
  actor: fc.nat(workerCount - 1),
  pick: fc.nat(5),
});

/** Generates scenarios. Every part of one shrinks, and steps can be left out. */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .array(fc.boolean(), { minLength: 0, maxLength: 2 })
  .chain((files) =>
    fc.record({
      files: fc.constant(files),
      hasImages: files.length > 0 ? fc.constantFrom(false, false, false, true) : fc.constant(false),
      terms: terms(files.map((_, number) => number)),
      secondTerms: terms([]),
      steps: fc.array(step, { minLength: 1, maxLength: 36, size: 'max' }),
    }),
  );

/** Returns the steps of a round in groups that are sent at the same time. */
export function groupSteps({ steps }: Scenario, round: number): Step[][] {
  const own = steps.filter((one) => one.round === round);
  const groups: Step[][] = [];
  while (own.length > 0) groups.push(own.splice(0, maxStepsPerRound));
  return groups;
}

/** Generates the moves of the clock: none, inside a claim, past its end, past the first acceptance, or past appeals, jobs and undos. */
export const schedules: fc.Arbitrary<Schedule> = fc
  .shuffledSubarray([minutes(11), minutes(11), minutes(50), hours(5), days(8), days(32)], {
    minLength: 1,
    maxLength: 4,
  })
  .chain((moves) =>
    fc
      .shuffledSubarray(
        Array.from({ length: rounds }, (_, round) => round),
        { minLength: moves.length, maxLength: moves.length },
      )
      .map((places) => ({
        advancesMs: Array.from({ length: rounds }, (_, round) => moves[places.indexOf(round)] ?? 0),
      })),
  );
