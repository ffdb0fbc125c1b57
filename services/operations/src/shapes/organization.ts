import type { Account } from '@assay/proto/billing/v1/account';
import { Organization } from '@assay/proto/organizations/v1/organization';
import { defineShape } from '../shape.ts';
import { currency } from './balance.ts';

/** An organization with its account, which is stored by another service. */
export interface OrganizationWithAccount extends Organization {
  readonly account: Account | undefined;
}

export const organization = defineShape<Organization, OrganizationWithAccount>(Organization, {
  members: {
    balance_cents: {
      schema: {
        type: 'integer',
        description: 'The prepaid amount that is not spent yet, in euro cents.',
        examples: [10_000],
      },
      value: ({ account }) => {
        if (account === undefined) throw new Error('an organization has no account');
        return account.availableCents + account.heldCents;
      },
    },
    currency: {
      schema: { type: 'string', description: 'Always `EUR`.', examples: [currency] },
      value: () => currency,
    },
  },
});
