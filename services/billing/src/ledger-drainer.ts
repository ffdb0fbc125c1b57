import type { Clock } from '@assay/chassis/clock';
import { pause } from '@assay/chassis/events/pause';
import { newId } from '@assay/chassis/ids';
import type { Logger } from '@assay/chassis/logger';
import { createKeyedQueue } from '@assay/chassis/mongo/keyed-queue';
import { transactionOf } from './domain/transaction.ts';
import type { AccountStore } from './store/account-store.ts';
import type { LedgerStore } from './store/ledger-store.ts';
import type { TransactionStore } from './store/transaction-store.ts';

export interface LedgerDrainerOptions {
  readonly accounts: AccountStore;
  readonly ledger: LedgerStore;
  readonly transactions: TransactionStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface LedgerDrainer {
  /** Records what waits in one account; call it right after the write. Never throws: the sweep makes up for it. */
  notify(organizationId: string): void;
  /** Records what waits in one account; false when that failed. Never rejects. */
  drain(organizationId: string): Promise<boolean>;
  /** Begins to look for leftovers, every second. */
  start(): void;
  stop(): Promise<void>;
  /** The age of the oldest entry known to wait. */
  lagMs(): number;
}

const accountsAtOnce = 16;
const batchSize = 100;
const sweepEveryMs = 1_000;

/**
 * Moves entries from the accounts into the ledger, and writes the record of each charge: first there, then out of here.
 * Dying in between does both again, under the same keys.
 */
export function createLedgerDrainer(options: LedgerDrainerOptions): LedgerDrainer {
  const { accounts, clock, logger } = options;
  const queue = createKeyedQueue(accountsAtOnce);
  const stopping = new AbortController();
  let oldestAt: Date | undefined;
  let sweeping: Promise<void> = Promise.resolve();

  const drain = (organizationId: string): Promise<boolean> =>
    queue.run(organizationId, async () => {
      try {
        await record(options, organizationId);
        return true;
      } catch (error) {
        logger.warn(
          { err: error, organizationId },
          'recording ledger entries failed and will be tried again',
        );
        return false;
      }
    });

  async function sweep(): Promise<void> {
    const waiting = await accounts.findWaiting(batchSize);
    oldestAt = waiting[0]?.oldestAt;
    const results = await Promise.all(waiting.map(({ organizationId }) => drain(organizationId)));
    if (!results.includes(false)) oldestAt = undefined;
  }

  async function sweepUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sweep().catch((error: unknown) => {
        logger.warn({ err: error }, 'looking for ledger entries failed and will be tried again');
      });
      await pause(sweepEveryMs, stopping.signal);
    }
  }

  return {
    notify: (organizationId) => void drain(organizationId),
    drain,
    start: () => {
      sweeping = sweepUntilStopped();
    },
    async stop() {
      stopping.abort();
      await sweeping;
      await queue.idle();
    },
    lagMs: () => (oldestAt === undefined ? 0 : clock.now().getTime() - oldestAt.getTime()),
  };
}

async function record(
  { accounts, ledger, transactions }: LedgerDrainerOptions,
  organizationId: string,
): Promise<void> {
  const entries = (await accounts.find(organizationId))?.pendingEntries ?? [];
  if (entries.length === 0) return;
  await ledger.append(entries);
  for (const entry of entries) {
    const transaction = transactionOf(entry, newId());
    if (transaction !== undefined) await transactions.ensure(transaction);
  }
  await accounts.removePending(
    organizationId,
    entries.map(({ cause }) => cause),
  );
}
