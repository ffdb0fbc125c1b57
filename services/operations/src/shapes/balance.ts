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

/** Shows the amounts that are not spent. The other amounts of the account belong to the ledger. */
export const balance = defineShape(Account, {
  name: 'Balance',
  description: 'The prepaid money of an organization, in euro cents.',
  hidden,
  members: {
    balanceCents: {
      schema: cents('The amount that is not spent yet: the sum of `availableCents` and `heldCents`.', 10_000),
      value: sumBalance,
    },
  },
});

/** An account with the other data of the billing overview. */
export interface BillingAccount extends Account {
  readonly plan: string;
  readonly lastTopUp: LastTopUp | undefined;
}

/** The specification has two of the names in snake case. */
export const billing = defineShape<Account, BillingAccount>(Account, {
  name: 'Billing',
  description: 'The plan and the balance of an organization, in euro cents.',
  hidden: ['spentCents', 'fundedCents'],
  members: {
    plan: {
      schema: { type: 'string', description: 'The price plan of the organization.', examples: ['prepaid'] },
      value: ({ plan }) => plan,
    },
    balance_cents: {
      schema: cents('The amount that is not spent yet: the sum of `availableCents` and `heldCents`.', 10_000),
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
              amount_cents: { type: 'integer', description: 'The paid amount, in euro cents.' },
              date: {
                type: 'string',
                format: 'date-time',
                description: 'The time at which the payment succeeded.',
              },
            },
          },
          'The last successful payment. Null if there was none.',
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
