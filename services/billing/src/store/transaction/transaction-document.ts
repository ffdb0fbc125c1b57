import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Checkout, TopUp } from '../../domain/top-up/top-up.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';

export interface TransactionDocument extends Mapped<Transaction>, OutboxDocument {
  /** Missing unless the transaction is a top-up. */
  readonly checkout?: Checkout;
}

export const ownFields = { projection: withoutOutbox };

export const { toDocument: toTransactionDocument, toDomain: toTransaction } = createDocumentMapper<
  Transaction,
  TransactionDocument
>({ defaults: { providerTransactionId: '', metadata: {} }, internal: ['checkout'] });

/** Returns undefined for a transaction that is not a top-up. */
export function toTopUp(document: TransactionDocument): TopUp | undefined {
  const { checkout } = document;
  return checkout === undefined ? undefined : { ...toTransaction(document), checkout };
}
