/** A part of a list, whose limits the contract says. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  /** How many match in all, not only on this page. */
  readonly total: number;
}
