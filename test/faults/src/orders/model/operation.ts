/** The terms of a job that scenarios vary. */
export interface JobTerms {
  /** The source of the variants. `none`: the job has one variant. */
  readonly source: 'none' | 'files' | 'input-data' | 'dataset';
  /** The numbers of the files that are its variants, with the source `files`, or of which a dataset has copies, with `dataset`. */
  readonly files: readonly number[];
  /** The number of variants with known answers, which only input data have. */
  readonly goldenVariants: number;
  /** The probability of an answer from which a variant needs no further ones. Undefined: all slots are open from the start. */
  readonly threshold: number | undefined;
  readonly minResponses: number;
  /** True if people without an account may work on it. */
  readonly allowsGuests: boolean;
  readonly repetitions: number;
  readonly rewardCents: number;
  readonly autoAcceptHours: number;
  readonly validHours: number;
  /** True if members of other organizations may work on it. */
  readonly isOpen: boolean;
}

/** A call of an actor, with the objects that the client knows. Jobs, runs and files have numbers, the others the ids of responses. */
export type Operation =
  | { readonly kind: 'createJob'; readonly job: number; readonly terms: JobTerms }
  | { readonly kind: 'claim'; readonly job: number; readonly worker: number }
  | { readonly kind: 'claimAsGuest'; readonly job: number; readonly worker: number }
  | ({ readonly kind: 'extendClaim' | 'returnClaim' } & OnClaim)
  | ({ readonly kind: 'submit'; readonly value: boolean } & OnClaim)
  | ({ readonly kind: 'accept' | 'reject' | 'undo' } & OnAnswer)
  | { readonly kind: 'acceptAll'; readonly job: number }
  | { readonly kind: 'pause'; readonly job: number }
  | { readonly kind: 'resume'; readonly job: number }
  | ({ readonly kind: 'appeal'; readonly worker: number } & OnAnswer)
  | ({
      readonly kind: 'resolve';
      readonly appeal: string;
      readonly isOverturned: boolean;
      readonly byRejecter: boolean;
    } & OnAnswer)
  | {
      readonly kind: 'extendJob';
      readonly job: number;
      readonly repetitions: number;
      readonly validUntil: number | undefined;
    }
  | { readonly kind: 'archive'; readonly job: number; readonly acceptsAll: boolean }
  | { readonly kind: 'startRun'; readonly run: number; readonly file: number | undefined }
  | { readonly kind: 'cancelRun' | 'restartRun'; readonly run: number }
  | { readonly kind: 'setPrivacy'; readonly file: number; readonly isPublic: boolean }
  | { readonly kind: 'deleteFile'; readonly file: number }
  | { readonly kind: 'deleteProject' };

export interface OnClaim {
  readonly job: number;
  readonly claim: string;
  readonly worker: number;
}

export interface OnAnswer {
  readonly job: number;
  readonly answer: string;
}

/** The kinds whose calls carry an idempotency key: however often they are sent, they have one effect. */
export const keyedKinds: ReadonlySet<Operation['kind']> = new Set([
  'createJob',
  'extendJob',
  'startRun',
  'restartRun',
]);

/** The response of a call: `OK` or the reason of its refusal, with the facts that the model compares. */
export interface Outcome {
  readonly reason: string;
  readonly id?: string;
  readonly variant?: number;
  readonly expiresAt?: number;
  /** The member `status` in the details of a refusal. */
  readonly status?: string;
  readonly count?: number;
  /** The token of a new guest. */
  readonly token?: string;
}

/** Members of other organizations have the numbers from this one on. */
export const firstOutsider = 3;
export const workerCount = 4;

export function isOutsider(worker: number): boolean {
  return worker >= firstOutsider;
}

/** Guests have the numbers from this one on, each its own. They share one address. */
export const firstGuest = 100;

export function isGuest(worker: number): boolean {
  return worker >= firstGuest;
}
