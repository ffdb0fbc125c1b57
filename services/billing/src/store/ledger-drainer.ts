import type { Clock } from '@assay/chassis/clock';
import { newId } from '@assay/chassis/ids';
import type { Logger } from '@assay/chassis/logger';
import { createKeyedQueue } from '@assay/chassis/mongo/keyed-queue';
import { readHoldId } from '../domain/hold/hold.ts';
import { causeOf, readAnswerId } from '../domain/ledger/ledger-entry.ts';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import { chargeTransaction, refundTransaction } from '../domain/transaction/transaction.ts';
import type { AccountStore } from './account/account-store.ts';
import type { HoldStore } from './hold-store.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { TransactionStore } from './transaction/transaction-store.ts';

export interface LedgerDrainerOptions {
  readonly accounts: AccountStore;
  readonly ledger: LedgerStore;
  readonly holds: Pick<HoldStore, 'record'>;
  readonly transactions: Pick<TransactionStore, 'ensure' | 'findByKey'> & {
    readonly topUps: Pick<TransactionStore['topUps'], 'succeed'>;
  };
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface LedgerDrainer {
  /** Records what waits in one account; call it right after the write. Never throws: the sweep makes up for it. */
  notify(organizationId: string): void;
  /** Records what waits in one account; false when that failed. Never rejects. */
  drain(organizationId: string): Promise<boolean>;
  /** Records what waits in any account: what was notified and failed, or what a dead process left. */
  sweep(): Promise<void>;
  /** Resolves when nothing is being recorded. */
  idle(): Promise<void>;
  /** The age of the oldest entry known to wait. */
  lagMs(): number;
}

const accountsAtOnce = 16;
const batchSize = 100;

/**
 * Copies entries from the accounts into the ledger, and makes holds and transactions tell the same: first there, then
 * out of here. Dying in between does both again, under the same keys.
 */
export function createLedgerDrainer(options: LedgerDrainerOptions): LedgerDrainer {
  const { accounts, clock, logger } = options;
  const queue = createKeyedQueue(accountsAtOnce);
  let oldestAt: Date | undefined;

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

  return {
    notify: (organizationId) => void drain(organizationId),
    drain,
    async sweep() {
      const waiting = await accounts.findWaiting(batchSize);
      oldestAt = waiting[0]?.oldestAt;
      const results = await Promise.all(waiting.map(({ organizationId }) => drain(organizationId)));
      if (!results.includes(false)) oldestAt = undefined;
    },
    idle: () => queue.idle(),
    lagMs: () => (oldestAt === undefined ? 0 : clock.now().getTime() - oldestAt.getTime()),
  };
}

async function record(options: LedgerDrainerOptions, organizationId: string): Promise<void> {
  const { accounts, holds, ledger } = options;
  const entries = (await accounts.find(organizationId))?.pendingEntries ?? [];
  if (entries.length === 0) return;
  await ledger.append(entries);
  await holds.record(entries);
  for (const entry of entries) await recordTransaction(options, entry);
  await accounts.removePending(
    organizationId,
    entries.map(({ cause }) => cause),
  );
}

async function recordTransaction({ transactions }: LedgerDrainerOptions, entry: LedgerEntry): Promise<void> {
  const { type, organizationId, runId, jobId, payment, amountCents, createdAt } = entry;
  if (type === 'charge') await transactions.ensure(chargeTransaction(entry, newId()));
  if (type === 'refund') {
    // The charge came first, in this account or in the ledger, so its record is there.
    const chargedId = jobId === undefined ? readHoldId(entry) : readAnswerId(entry);
    const charge = await transactions.findByKey(organizationId, causeOf('charge', chargedId));
    await transactions.ensure(refundTransaction(entry, newId(), charge?.id ?? runId));
  }
  if (type !== 'top_up' || payment === undefined) return;
  if (amountCents < 0) await transactions.ensure(refundTransaction(entry, newId(), payment.transactionId));
  else await transactions.topUps.succeed(payment.transactionId, payment.providerTransactionId, createdAt);
}
