/** A hold or a release of a job in the ledger. */
export interface Movement {
  /** The cause, which no other entry has: `hold:<job id>:<hold id>`, `release:<job id>:<release id>`; without the last part, the whole hold. */
  readonly cause: string;
  readonly type: 'hold' | 'release';
  readonly amountCents: number;
}
