import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import { TransactionsServiceService } from '@assay/proto/billing/v1/transactions_service';
import { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import { countedArray, json, one, page, shaped } from '../answer.ts';
import { compositeOperation, operation, adapterOperation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { required } from '../required.ts';
import { balance, billing as billingShape } from '../shapes/balance.ts';

const rpcs = BillingServiceService;
const { listTransactions, getTransaction } = TransactionsServiceService;
const { getOrganization } = OrganizationsServiceService;

export const billing: Resource = {
  tag: { name: 'Billing', description: 'The prepaid balance, payments and the ledger.' },
  operations: {
    getBalance: operation('GET /v2/transactions/balance', rpcs.getBalance, {
      summary: 'Read the balance',
      description: 'Returns the prepaid balance of the organization, in euro cents.',
      answer: one('account', 'The balance.', balance),
    }),
    listTransactions: operation('GET /v2/transactions', listTransactions, {
      summary: 'List transactions',
      description: 'Lists the payments of the organization, newest first.',
      errors: ['CONCURRENT_CHANGE'],
      answer: countedArray('transactions', 'A page of transactions.'),
    }),
    getTransaction: operation('GET /v2/transactions/:transactionId', getTransaction, {
      summary: 'Read a transaction',
      description:
        'Returns one payment. After starting a top-up, read it again until `status` is no longer `pending`.',
      errors: ['CONCURRENT_CHANGE'],
      answer: one('transaction', 'The transaction.'),
    }),
    getBilling: compositeOperation(
      'GET /v2/organizations/:orgId/billing',
      [rpcs.getBilling, getOrganization],
      {
        summary: 'Read the billing overview',
        description: 'Returns the plan, the balance and the last successful payment of the organization.',
        answer: shaped(billingShape, 'The plan and the balance.'),
        async perform({ callRpc }, call, request) {
          const [{ organization }, { account, lastTopUp }] = await Promise.all([
            callRpc(getOrganization, call, {}),
            callRpc(rpcs.getBilling, call, request),
          ]);
          return { ...required(account), plan: required(organization).plan, lastTopUp };
        },
      },
    ),
    createTopUp: operation(
      'POST /v2/organizations/:orgId/billing/top-ups',
      TopUpsServiceService.createTopUp,
      {
        summary: 'Start a top-up',
        description:
          'Starts a payment into the balance and returns the address of the payment page. The balance grows when the payment ' +
          'provider reports that the payment succeeded. Without a configured provider, the request is refused with ' +
          '{PAYMENTS_NOT_CONFIGURED}.',
        errors: ['PAYMENTS_NOT_CONFIGURED'],
        status: 201,
        answer: one('topUp', 'The payment, with status `pending`.'),
      },
    ),
    listLedger: operation('GET /v2/organizations/:orgId/billing/ledger', rpcs.listLedger, {
      summary: 'List the ledger',
      description: 'Lists all postings in the ledger of the organization, newest first.',
      answer: page('entries', 'A page of the ledger.'),
    }),
    getAutoTopUp: operation('GET /v2/organizations/:orgId/billing/auto-top-up', rpcs.getBilling, {
      summary: 'Read the automatic top-up',
      description: 'Returns the setting for automatic top-ups, and the reason why the last attempt failed.',
      answer: one('autoTopUp', 'The setting.'),
    }),
    setAutoTopUp: operation('PUT /v2/organizations/:orgId/billing/auto-top-up', rpcs.setAutoTopUp, {
      summary: 'Set the automatic top-up',
      description:
        'Sets the balance below which money is paid in automatically. The target must be above the threshold, and the difference ' +
        'must be an amount that can also be paid manually.',
      errors: ['CONCURRENT_CHANGE'],
      answer: one('autoTopUp', 'The setting.'),
    }),
    getAlerts: operation('GET /v2/organizations/:orgId/billing/alerts', rpcs.getBilling, {
      summary: 'Read the balance alerts',
      description: 'Returns the balances at which the admins get an e-mail, highest first.',
      answer: one('alerts', 'The thresholds.'),
    }),
    setAlerts: operation('PUT /v2/organizations/:orgId/billing/alerts', rpcs.setAlerts, {
      summary: 'Set the balance alerts',
      description:
        'Sets the balances at which the admins get an e-mail: one each time the available balance falls to a threshold.',
      errors: ['CONCURRENT_CHANGE'],
      required: ['thresholdCents'],
      answer: one('alerts', 'The thresholds.'),
    }),
    receivePaymentEvent: adapterOperation(
      'POST /v2/payments/:provider/webhook',
      [TopUpsServiceService.receivePaymentEvent],
      {
        summary: 'Receive an event of a payment provider',
        description:
          'For payment providers. The signature of the provider over the body is the credential; an invalid one is refused with ' +
          '{UNAUTHENTICATED}. An event can be sent repeatedly and counts once. A provider that is not configured is refused with ' +
          '{PAYMENT_PROVIDER_NOT_FOUND}.',
        access: 'anonymous',
        errors: [
          ...(['UNAUTHENTICATED', 'PAYMENT_PROVIDER_NOT_FOUND', 'CONCURRENT_CHANGE'] as const),
          ...(['PAYMENT_MISMATCH', 'PAYMENT_NOT_APPLIED'] as const),
        ],
        params: {
          type: 'object',
          required: ['provider'],
          properties: {
            provider: { type: 'string', description: '`mock` or `stripe`.', examples: ['stripe'] },
          },
        },
        headers: {
          type: 'object',
          properties: {
            'stripe-signature': { type: 'string', description: 'The signature header of Stripe.' },
            'x-assay-signature': {
              type: 'string',
              description: 'The signature header of the mock provider.',
            },
          },
        },
        body: {
          mimeType: 'application/json',
          schema: {
            type: 'object',
            additionalProperties: true,
            description: 'The event, in the format of the provider.',
            examples: [{ id: 'evt_1', type: 'checkout.session.completed' }],
          },
        },
        answer: json(
          {
            type: 'object',
            required: ['received'],
            properties: { received: { type: 'boolean', description: 'Always true.' } },
            examples: [{ received: true }],
          },
          'The event was received.',
        ),
      },
    ),
  },
};
