import type { Clock } from '@assay/chassis/clock';
import type { MoveQueue } from './domain/move.ts';
import type { LedgerDrainer } from './ledger-drainer.ts';
import type { AccountStore } from './store/account-store.ts';
import type { LedgerStore } from './store/ledger-store.ts';

export interface Deps {
  readonly clock: Clock;
  readonly accounts: AccountStore;
  readonly ledger: LedgerStore;
  readonly drainer: Pick<LedgerDrainer, 'notify' | 'drain'>;
  /** The only way money moves. */
  readonly moves: MoveQueue;
  /** What a new account starts with. */
  readonly welcomeCreditCents: number;
}
