/** A part of a list, whose limits the contract says. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** Where it begins: empty for the first page, else the cursor that the page before named. Undefined: `offset` says. */
  readonly cursor?: string | undefined;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  /** How many match in all, not only on this page. */
  readonly total: number;
  /** False: there are more than `total`. */
  readonly totalIsExact: boolean;
  /** The cursor of the next page; undefined: this is the last one. */
  readonly nextCursor: string | undefined;
}
