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
  tag: { name: 'Billing', description: 'Prepaid money.' },
  operations: {
    getBalance: operation('GET /v2/transactions/balance', rpcs.getBalance, {
      summary: 'Read the balance',
      description: "The organization's prepaid balance in euro cents.",
      answer: one('account', 'The balance.', balance),
    }),
    listTransactions: operation('GET /v2/transactions', listTransactions, {
      summary: 'List transactions',
      description: 'The payments of the organization, newest first.',
      answer: countedArray('transactions', 'A page of transactions.'),
    }),
    getTransaction: operation('GET /v2/transactions/:transactionId', getTransaction, {
      summary: 'Read a transaction',
      description: 'One payment. After a top-up, ask again until its `status` is no longer `pending`.',
      answer: one('transaction', 'The transaction.'),
    }),
    getBilling: compositeOperation(
      'GET /v2/organizations/:orgId/billing',
      [rpcs.getBilling, getOrganization],
      {
        summary: 'Read plan and money of an organization',
        description: 'The plan, the balance and the last payment that succeeded.',
        answer: shaped(billingShape, 'Plan and money.'),
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
        summary: 'Begin a payment into the balance',
        description:
          'Answers where to pay. The balance grows once the payment provider says that it was paid.',
        errors: ['INVALID_STATE'],
        status: 201,
        answer: one('topUp', 'The payment, pending.'),
      },
    ),
    listLedger: operation('GET /v2/organizations/:orgId/billing/ledger', rpcs.listLedger, {
      summary: 'List every posting of the ledger',
      description: 'What moved the money of the organization, newest first.',
      answer: page('entries', 'A page of the ledger.'),
    }),
    getAutoTopUp: operation('GET /v2/organizations/:orgId/billing/auto-top-up', rpcs.getBilling, {
      summary: 'Read whether money is paid in by itself',
      description: 'The setting, and why the last attempt failed.',
      answer: one('autoTopUp', 'The setting.'),
    }),
    setAutoTopUp: operation('PUT /v2/organizations/:orgId/billing/auto-top-up', rpcs.setAutoTopUp, {
      summary: 'Decide whether money is paid in by itself',
      description:
        'The target must be above the threshold, and what lies between them is a payment that could be made by hand.',
      errors: ['CONFLICT', 'INVALID_STATE'],
      answer: one('autoTopUp', 'The setting.'),
    }),
    getAlerts: operation('GET /v2/organizations/:orgId/billing/alerts', rpcs.getBilling, {
      summary: 'Read at which balances the admins are mailed',
      description: 'The thresholds, highest first.',
      answer: one('alerts', 'The thresholds.'),
    }),
    setAlerts: operation('PUT /v2/organizations/:orgId/billing/alerts', rpcs.setAlerts, {
      summary: 'Decide at which balances the admins are mailed',
      description: 'One e-mail each time the available balance falls to a threshold.',
      errors: ['CONFLICT'],
      required: ['thresholdCents'],
      answer: one('alerts', 'The thresholds.'),
    }),
    receivePaymentEvent: adapterOperation(
      'POST /v2/payments/:provider/webhook',
      [TopUpsServiceService.receivePaymentEvent],
      {
        summary: 'Receive what a payment provider reports',
        description:
          "For payment providers. The provider's signature over the body is the credential: 401 when it does not hold. An " +
          'event may be sent any number of times and counts once. 404 for a provider that is not configured.',
        access: 'anonymous',
        errors: ['UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT'],
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
            'stripe-signature': { type: 'string', description: 'The signature of stripe.' },
            'x-assay-signature': { type: 'string', description: 'The signature of mock.' },
          },
        },
        body: {
          mimeType: 'application/json',
          schema: {
            type: 'object',
            additionalProperties: true,
            description: 'The event, as its provider describes it.',
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
          'The event was taken.',
        ),
      },
    ),
  },
};
