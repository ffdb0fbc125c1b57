/**
 * Money that is held for new slots of a job before a write decides about them. The job or the task that gets the slots names the hold before
 * billing places it, and forgets it in the write that adds the slots. A hold that no write used is released by its id.
 */
export interface PendingHold {
  readonly holdId: string;
  /** The operation that needs the slots. A repetition goes on with the same hold. */
  readonly operationId: string;
  readonly amountCents: number;
  /** The time of the last attempt. */
  readonly since: Date;
  /** True from when no write may use the hold any more: it is released, then forgotten. */
  readonly isAbandoned: boolean;
}

type Holds = readonly PendingHold[];

/** Finds the hold that an attempt of an operation may use. */
export function findUsable(holds: Holds, operationId: string): PendingHold | undefined {
  return holds.find((hold) => hold.operationId === operationId && !hold.isAbandoned);
}

/** Adds a hold, or replaces the one with its id. */
export function withHold(holds: Holds, hold: PendingHold): Holds {
  return [...withoutHold(holds, hold), hold];
}

export function withoutHold(holds: Holds, { holdId }: Pick<PendingHold, 'holdId'>): Holds {
  return holds.filter((each) => each.holdId !== holdId);
}
