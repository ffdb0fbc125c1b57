/** A requested page of a list. The contract limits its fields. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** The cursor of the previous page, empty for the first page. undefined: `offset` determines the page. */
  readonly cursor?: string | undefined;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  /** The number of matches on all pages. */
  readonly total: number;
  /** False when there are more matches than `total`. */
  readonly totalIsExact: boolean;
  /** The cursor of the next page. undefined: this is the last page. */
  readonly nextCursor: string | undefined;
}
