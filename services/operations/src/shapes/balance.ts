import { Account } from '@assay/proto/billing/v1/account';
import type { LastTopUp } from '@assay/proto/billing/v1/account';
import { nullable } from '../json-schema.ts';
import { defineShape } from '../shape.ts';

export const currency = 'EUR';

const hidden = ['organizationId', 'spentCents', 'fundedCents'] as const;

function cents(description: string, example: number) {
  return { type: 'integer', description, examples: [example] };
}

function sumBalance({ availableCents, heldCents }: Account): number {
  return availableCents + heldCents;
}

/** What is not spent yet; the account's other figures are the ledger's. */
export const balance = defineShape(Account, {
  name: 'Balance',
  description: 'The prepaid money of an organization, in euro cents.',
  hidden,
  members: {
    balanceCents: {
      schema: cents('What is not spent yet: `availableCents` and `heldCents` together.', 10_000),
      value: sumBalance,
    },
  },
});

/** An account with what the billing page shows beside it. */
export interface BillingAccount extends Account {
  readonly plan: string;
  readonly lastTopUp: LastTopUp | undefined;
}

/** The specification writes two of its names with underscores. */
export const billing = defineShape<Account, BillingAccount>(Account, {
  name: 'Billing',
  description: 'Plan and money of an organization, in euro cents.',
  hidden: ['spentCents', 'fundedCents'],
  members: {
    plan: {
      schema: { type: 'string', description: 'Its price plan.', examples: ['prepaid'] },
      value: ({ plan }) => plan,
    },
    balance_cents: {
      schema: cents('What is not spent yet: `availableCents` and `heldCents` together.', 10_000),
      value: sumBalance,
    },
    currency: {
      schema: { type: 'string', description: 'Always `EUR`.', examples: [currency] },
      value: () => currency,
    },
    lastTopUp: {
      schema: {
        ...nullable(
          {
            type: 'object',
            required: ['amount_cents', 'date'],
            properties: {
              amount_cents: { type: 'integer', description: 'How much was paid in, in euro cents.' },
              date: { type: 'string', format: 'date-time', description: 'When the payment succeeded.' },
            },
          },
          'The last payment that succeeded; null: none ever did.',
        ),
        examples: [{ amount_cents: 5_000, date: '2026-11-19T08:12:45.000Z' }],
      },
      value: ({ lastTopUp }) =>
        lastTopUp === undefined
          ? null
          : { amount_cents: lastTopUp.amountCents, date: lastTopUp.date?.toISOString() },
    },
  },
});
