import { hours, minutes } from '@assay/chassis/units';
import type { JobTerms } from './operation.ts';

/** The model of an organization with one project, written from the decisions (sections 3, 6, 10, 11 and 15). */
export interface State {
  now: number;
  readonly welcomeCents: number;
  isProjectDeleted: boolean;
  readonly files: ModelFile[];
  readonly jobs: Record<number, ModelJob>;
  readonly runs: Record<number, ModelRun>;
  /** All cents that were ever released. Releases take effect later, so a hold may be refused as if they were not there. */
  releasedCents: number;
}

export interface ModelFile {
  isPublic: boolean;
  isDeleted: boolean;
}

/** `active` also while nobody knows that it completed; `doomed` once its project is deleted. */
export interface ModelRun {
  state: 'active' | 'completed' | 'canceled' | 'failed';
  /** The number of its file. */
  readonly file: number | undefined;
}

export interface ModelJob {
  readonly terms: JobTerms;
  repetitions: number;
  validUntil: number;
  mode: 'open' | 'paused' | 'expired' | 'archived';
  /** The time of the last pause. */
  pausedAt: number;
  /** True from a resume until the next pause. */
  wasResumed: boolean;
  /** The golden answers that the job pays for, without those whose money its end released. */
  goldenSlots: number;
  /** True while all its slots were answered or closed after the last change. */
  wasFinished: boolean;
  /** True after the deletion of its project took effect. */
  isGone: boolean;
  readonly variants: ModelVariant[];
  readonly claims: ModelClaim[];
  readonly answers: ModelAnswer[];
}

export interface ModelVariant {
  /** True some time after the deletion of its file. */
  isClosed: boolean;
  /** Slots that are no longer needed. */
  closedSlots: number;
  /** Slots that open one at a time while the answers do not agree (C11). */
  unopened: number;
  /** Slots beyond the repetitions, for answers whose slot was taken when their rejection was undone (C25). Those that came free are closed. */
  extraSlots: number;
  /** Those of them that are not closed yet, nor became slots of an extension. */
  surplus: number;
}

/** The id is undefined while its response is unknown. */
export interface ModelClaim {
  id: string | undefined;
  readonly worker: number;
  readonly variant: number;
  expiresAt: number;
  isExtended: boolean;
  state: 'open' | 'submitted' | 'returned' | 'expired' | 'withdrawn';
}

/** `due`: its automatic acceptance can take effect at any moment. */
export interface ModelAnswer {
  id: string | undefined;
  readonly claim: number;
  readonly worker: number;
  readonly variant: number;
  state: 'pending' | 'due' | 'accepted' | 'rejected';
  /** The first moment of its automatic acceptance. */
  readonly dueAt: number;
  /** From this moment on it must be accepted, also if the time counts from the last undo. */
  overdueAt: number;
  rejectedAt: number;
  wasUndone: boolean;
  readonly value: boolean;
  appeal: { id: string | undefined; state: 'open' | 'upheld' | 'overturned' } | undefined;
}

export const runPriceCents = 5;
export const claimTtlMs = minutes(30);
const feePercent = 20;

export function createState(files: readonly ModelFile[], welcomeCents: number, now: number): State {
  return {
    now,
    welcomeCents,
    isProjectDeleted: false,
    releasedCents: 0,
    files: files.map((file) => ({ ...file })),
    jobs: {},
    runs: {},
  };
}

export function createJob(terms: JobTerms, now: number): ModelJob {
  return {
    terms,
    repetitions: terms.repetitions,
    mode: 'open',
    pausedAt: 0,
    wasResumed: false,
    goldenSlots: countGoldenSlots(terms),
    wasFinished: false,
    isGone: false,
    validUntil: now + hours(terms.validHours),
    variants: Array.from({ length: countVariants(terms) }, () => ({
      isClosed: false,
      closedSlots: 0,
      extraSlots: 0,
      surplus: 0,
      unopened: terms.threshold === undefined ? 0 : terms.repetitions - terms.minResponses,
    })),
    claims: [],
    answers: [],
  };
}

/** Input data have two variants, golden ones apart. */
export const valueCount = 2;
export const goldenRatio = 0.5;

export function countVariants({ source, files }: JobTerms): number {
  return source === 'input-data' ? valueCount : Math.max(files.length, 1);
}

/** Golden tasks come on top of the slots; the hold covers as many answers (C30). */
function countGoldenSlots(terms: JobTerms): number {
  return terms.goldenVariants === 0 ? 0 : Math.ceil(goldenRatio * countVariants(terms) * terms.repetitions);
}

/** Golden variants have the numbers after the others. */
export function isGolden({ variants }: ModelJob, { variant }: { readonly variant: number }): boolean {
  return variant >= variants.length;
}

/** Counts the golden tasks that are claimed, and the golden answers. */
export function countGolden(job: ModelJob): { readonly open: number; readonly accepted: number } {
  const open = job.claims.filter((claim) => isGolden(job, claim) && claim.state === 'open');
  return { open: open.length, accepted: job.answers.filter((answer) => isGolden(job, answer)).length };
}

/** Returns reward and fee of an answer. */
export function priceAnswer({ rewardCents }: JobTerms): number {
  return rewardCents + Math.ceil((rewardCents * feePercent) / 100);
}

export function isPending({ state }: ModelAnswer): boolean {
  return state === 'pending' || state === 'due';
}

/** Counts the slots of a variant that a claim or an answer has. */
export function countTaken({ claims, answers }: ModelJob, variant: number): number {
  const open = claims.filter((claim) => claim.variant === variant && claim.state === 'open');
  const kept = answers.filter((answer) => answer.variant === variant && answer.state !== 'rejected');
  return open.length + kept.length;
}

/** Counts the slots of a variant that can be filled, now or after the job is resumed. */
export function countFree(job: ModelJob, variant: number): number {
  const { closedSlots = 0, extraSlots = 0, unopened = 0 } = job.variants[variant] ?? {};
  return Math.max(0, job.repetitions + extraSlots - closedSlots - unopened - countTaken(job, variant));
}

export function listVariants({ variants }: ModelJob): number[] {
  return variants.map((_, variant) => variant);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
