export type AppealStatus = 'open' | 'upheld' | 'overturned';

/**
 * An appeal of a worker against a rejection. It is a part of its answer, so that one write changes both: while an appeal is open, its answer
 * is rejected.
 */
export interface Appeal {
  readonly id: string;
  readonly status: AppealStatus;
  readonly message: string;
  readonly createdAt: Date;
  /** The user who rejected the answer, and who cannot decide. */
  readonly rejectedBy: string;
  /** Missing while the appeal is open. */
  readonly resolution?: Resolution;
}

export interface Resolution {
  readonly resolvedBy: string;
  readonly resolvedAt: Date;
  readonly note: string;
}

/** Closes an appeal with a decision. */
export function closeAppeal(
  appeal: Appeal,
  status: Exclude<AppealStatus, 'open'>,
  resolution: Resolution,
): Appeal {
  return { ...appeal, status, resolution };
}
