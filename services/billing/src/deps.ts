import type { Clock } from '@assay/chassis/clock';
import type { Turns } from './domain/turns.ts';
import type { LedgerDrainer } from './ledger-drainer.ts';
import type { AccountStore } from './store/account-store.ts';
import type { LedgerStore } from './store/ledger-store.ts';

export interface Deps {
  readonly clock: Clock;
  readonly accounts: AccountStore;
  readonly ledger: LedgerStore;
  readonly drainer: Pick<LedgerDrainer, 'notify' | 'drain'>;
  /** Requests for one account wait for each other here instead of losing against each other in the database. */
  readonly turns: Turns;
  /** What a new account starts with. */
  readonly welcomeCreditCents: number;
}
