/** A payment at a provider, as the ledger names it. */
export interface Payment {
  readonly provider: string;
  /** The top-up it pays for. */
  readonly transactionId: string;
  /** The provider's own id. */
  readonly providerTransactionId: string;
}

/** The cause of the ledger entry that a paid top-up makes; also its transaction's idempotency key. */
export function topUpCause(topUpId: string): string {
  return `top_up:${topUpId}`;
}
