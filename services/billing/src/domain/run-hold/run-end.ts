/** How a run ended. The answers of a run that `failed` are refunded; those of a canceled run stay charged. */
export type RunOutcome = 'completed' | 'failed' | 'canceled';

/** The end of a run that requests answers from people. */
export interface RunEnd {
  readonly outcome: RunOutcome;
  /** The hold waits until each of them has closed. */
  readonly crowdJobIds: readonly string[];
}
