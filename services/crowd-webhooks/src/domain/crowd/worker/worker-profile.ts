/** Facts that a worker states about itself. */
export interface WorkerProfile {
  /** A two-letter code. */
  readonly language: string | undefined;
  /** ISO 3166-1 alpha-2, in upper case. */
  readonly country: string | undefined;
}

/** A change that names a field as undefined clears it. */
export type ProfileChanges = Partial<WorkerProfile>;

export const emptyProfile: WorkerProfile = { language: undefined, country: undefined };
