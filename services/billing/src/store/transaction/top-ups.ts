import type { Collection } from 'mongodb';
import type { AuditedCall } from '@assay/chassis/audit';
import { actionAudited } from '@assay/chassis/events/audit';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { newOutbox } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { TopUp } from '../../domain/top-up/top-up.ts';
import type { OpenedCheckout } from '../../domain/payment/payment-provider.ts';
import { ownFields, toTopUp, toTransaction, toTransactionDocument } from './transaction-document.ts';
import type { TransactionDocument } from './transaction-document.ts';

/** Payments into accounts: the transactions with a checkout. */
export interface TopUps {
  /** Inserts it; returns the one that is there when it was inserted before. Publishes ActionAudited for a call. */
  ensure(topUp: TopUp, call?: AuditedCall): Promise<TopUp>;
  /** Of any organization: providers do not say which. */
  find(topUpId: string): Promise<TopUp | undefined>;
  /** Remembers where to pay. */
  opened(topUpId: string, checkout: OpenedCheckout, at: Date): Promise<void>;
  /** That it was paid: whatever it was before, the money is there. */
  succeed(topUpId: string, providerTransactionId: string, at: Date): Promise<void>;
  /** Unless it has ended otherwise. */
  fail(topUpId: string, at: Date): Promise<void>;
  /** Unless it has ended otherwise. */
  cancel(topUpId: string, at: Date): Promise<void>;
  /** Pending ones whose time is over, of one organization or, when it is undefined, of any. */
  listExpired(organizationId: string | undefined, now: Date, limit: number): Promise<readonly TopUp[]>;
}

export function createTopUps(
  transactions: Collection<TransactionDocument>,
  relay: Pick<Relay, 'notify'>,
): TopUps {
  async function find(topUpId: string): Promise<TopUp | undefined> {
    const found = await transactions.findOne({ _id: topUpId }, ownFields);
    return found === null ? undefined : toTopUp(found);
  }

  async function end(topUpId: string, status: 'failed' | 'canceled', at: Date): Promise<void> {
    const change = { $set: { status, updatedAt: at } };
    await transactions.updateOne({ _id: topUpId, status: 'pending' }, change);
  }

  return {
    find,
    async ensure(topUp, call) {
      const { checkout, ...transaction } = topUp;
      const events = call === undefined ? [] : [auditOf(topUp, call)];
      const document = { ...toTransactionDocument(transaction), checkout, ...newOutbox(...events) };
      const stored = await insertOrFind(transactions, document);
      relay.notify(transactions.collectionName, topUp.id);
      return { ...toTransaction(stored), checkout: stored.checkout ?? checkout };
    },
    async opened(topUpId, { url, providerTransactionId, expiresAt }, at) {
      const checkout = { 'checkout.url': url, 'checkout.expiresAt': expiresAt };
      const change = { $set: { ...checkout, providerTransactionId, updatedAt: at } };
      await transactions.updateOne({ _id: topUpId, status: 'pending' }, change);
    },
    async succeed(topUpId, providerTransactionId, at) {
      const change = { $set: { status: 'succeeded' as const, providerTransactionId, updatedAt: at } };
      await transactions.updateOne({ _id: topUpId, status: { $ne: 'succeeded' } }, change);
    },
    fail: (topUpId, at) => end(topUpId, 'failed', at),
    cancel: (topUpId, at) => end(topUpId, 'canceled', at),
    async listExpired(organizationId, now, limit) {
      const filter = {
        ...(organizationId === undefined ? {} : { organizationId }),
        status: 'pending' as const,
        'checkout.expiresAt': { $lte: now },
      };
      const found = transactions.find(filter, ownFields).sort({ 'checkout.expiresAt': 1 }).limit(limit);
      return (await found.toArray()).flatMap((document) => toTopUp(document) ?? []);
    },
  };
}

function auditOf({ id, createdAt: at }: TopUp, call: AuditedCall) {
  return actionAudited(call, {
    action: 'billing.top_up',
    targetType: 'transaction',
    targetId: id,
    at,
  });
}
