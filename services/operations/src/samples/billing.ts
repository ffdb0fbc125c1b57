import { Account, AutoTopUp, BillingAlerts, LastTopUp, LedgerEntry } from '@assay/proto/billing/v1/account';
import { SetAlertsRequest, SetAutoTopUpRequest } from '@assay/proto/billing/v1/billing_service';
import { TopUp } from '@assay/proto/billing/v1/top_up';
import { CreateTopUpRequest } from '@assay/proto/billing/v1/top_ups_service';
import { Transaction } from '@assay/proto/billing/v1/transaction';
import { sample } from '../sample.ts';
import { createdAt, ids, later, updatedAt } from './values.ts';

const autoTopUp = { enabled: true, thresholdCents: 1_000, targetCents: 5_000 };
const thresholdCents = [5_000, 1_000];

export const billingSamples = [
  sample(Account, {
    organizationId: ids.organization,
    availableCents: 9_950,
    heldCents: 50,
    spentCents: 0,
    fundedCents: 10_000,
  }),
  sample(LastTopUp, { amountCents: 5_000, date: createdAt }),
  sample(LedgerEntry, {
    id: `charge:${ids.run}`,
    organizationId: ids.organization,
    type: 'LEDGER_ENTRY_TYPE_CHARGE',
    amountCents: 50,
    balanceAfterCents: 9_950,
    heldAfterCents: 0,
    runId: ids.run,
    createdAt,
  }),
  sample(AutoTopUp, { ...autoTopUp, lastError: 'the card was declined' }),
  sample(SetAutoTopUpRequest, autoTopUp),
  sample(BillingAlerts, { thresholdCents }),
  sample(SetAlertsRequest, { thresholdCents }),
  sample(TopUp, {
    id: ids.topUp,
    transactionId: ids.transaction,
    status: 'TRANSACTION_STATUS_PENDING',
    checkoutUrl: 'https://pay.example.org/c/v9k2m4x7',
    expiresAt: later,
  }),
  sample(CreateTopUpRequest, {
    amountCents: 5_000,
    successUrl: 'https://example.org/paid',
    cancelUrl: 'https://example.org/canceled',
  }),
  sample(Transaction, {
    id: ids.transaction,
    organizationId: ids.organization,
    userId: ids.user,
    type: 'TRANSACTION_TYPE_CHARGE',
    status: 'TRANSACTION_STATUS_SUCCEEDED',
    currency: 'EUR',
    amountCents: 5_000,
    taxCents: 0,
    idempotencyKey: `top_up:${ids.topUp}`,
    provider: 'stripe',
    providerTransactionId: 'pi_3QK9xY2eZvKYlo2C1a8f0Xyz',
    description: 'Top-up of the balance',
    metadata: { invoice: '2026-1119' },
    createdAt,
    updatedAt,
  }),
];
