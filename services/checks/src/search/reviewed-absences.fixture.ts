/** Sentences that say that something is missing, or that all agrees, and are no result of a search. A folder lists its own in `absences.fixture.ts`. */
export interface ReviewedAbsences {
  /** A file of the folder; empty: any file below it. */
  readonly file: string;
  readonly why: string;
  /** The beginning of each sentence; an ellipsis is a value. */
  readonly starts: readonly string[];
}
