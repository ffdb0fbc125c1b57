import { Type } from 'typebox';
import type { Static } from 'typebox';
import { TransactionStatus, TransactionType } from '@assay/proto/billing/v1/transaction';
import type { Transaction } from '@assay/proto/billing/v1/transaction';
import { required, textOrNull } from '../../rest/required.ts';
import { restEnum } from '../../rest/rest-enum.ts';
import { dateTime, id, named, nullable, openObject } from '../../rest/schema.ts';

export const transactionStatus = restEnum(TransactionStatus.UNSPECIFIED, {
  pending: TransactionStatus.PENDING,
  succeeded: TransactionStatus.SUCCEEDED,
  failed: TransactionStatus.FAILED,
  canceled: TransactionStatus.CANCELED,
});

export const transactionType = restEnum(TransactionType.UNSPECIFIED, {
  charge: TransactionType.CHARGE,
  refund: TransactionType.REFUND,
});

const provider = Type.Unsafe<string>({
  type: 'string',
  enum: ['balance', 'mock', 'stripe'],
  description: '`balance` for what was paid from the prepaid balance, else the payment provider.',
});

export const transactionSchema = named(
  'Transaction',
  Type.Object(
    {
      id: id('The transaction.'),
      organizationId: id('Whose.'),
      userId: nullable(Type.String(), 'Who caused it; null: nobody in particular.'),
      type: transactionType.schema,
      status: transactionStatus.schema,
      currency: Type.String({ description: 'ISO 4217.', examples: ['EUR'] }),
      amountCents: Type.Integer({ description: 'Without tax.', examples: [5_000] }),
      taxCents: Type.Integer({ description: 'Tax.', examples: [0] }),
      idempotencyKey: Type.String({ description: 'Names its cause; unique in the organization.' }),
      provider,
      providerTransactionId: nullable(Type.String(), "The provider's own id."),
      reference: nullable(Type.String(), 'The run it is for, or the transaction that is refunded.'),
      description: Type.String({ description: 'For people.' }),
      metadata: openObject('Facts about it.'),
      createdAt: dateTime('When it was made.'),
      updatedAt: dateTime('When it last changed.'),
    },
    { description: 'A payment: from a provider into the balance, or out of the balance for a run.' },
  ),
);

export function toTransaction(transaction: Transaction | undefined): Static<typeof transactionSchema.schema> {
  const given = required(transaction);
  return {
    id: given.id,
    organizationId: given.organizationId,
    userId: textOrNull(given.userId),
    type: transactionType.toRest(given.type),
    status: transactionStatus.toRest(given.status),
    currency: given.currency,
    amountCents: given.amountCents,
    taxCents: given.taxCents,
    idempotencyKey: given.idempotencyKey,
    provider: given.provider,
    providerTransactionId: textOrNull(given.providerTransactionId),
    reference: textOrNull(given.reference),
    description: given.description,
    metadata: given.metadata ?? {},
    createdAt: required(given.createdAt).toISOString(),
    updatedAt: required(given.updatedAt).toISOString(),
  };
}
