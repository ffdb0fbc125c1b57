import type { EntryType } from './ledger-entry.ts';

export interface Balances {
  /** Negative only after a payment provider refunded what was spent already. */
  readonly availableCents: number;
  readonly heldCents: number;
  readonly spentCents: number;
  readonly fundedCents: number;
}

/** Which way each type of entry moves each balance. */
const directions: Readonly<Record<EntryType, Balances>> = {
  hold: { availableCents: -1, heldCents: 1, spentCents: 0, fundedCents: 0 },
  release: { availableCents: 1, heldCents: -1, spentCents: 0, fundedCents: 0 },
  charge: { availableCents: 0, heldCents: -1, spentCents: 1, fundedCents: 0 },
  refund: { availableCents: 1, heldCents: 0, spentCents: -1, fundedCents: 0 },
  top_up: { availableCents: 1, heldCents: 0, spentCents: 0, fundedCents: 1 },
};

export const noMoney: Balances = { availableCents: 0, heldCents: 0, spentCents: 0, fundedCents: 0 };

/** The balances after an entry of this type and amount. */
export function afterEntry(before: Balances, type: EntryType, amountCents: number): Balances {
  const by = directions[type];
  return {
    availableCents: before.availableCents + by.availableCents * amountCents,
    heldCents: before.heldCents + by.heldCents * amountCents,
    spentCents: before.spentCents + by.spentCents * amountCents,
    fundedCents: before.fundedCents + by.fundedCents * amountCents,
  };
}
