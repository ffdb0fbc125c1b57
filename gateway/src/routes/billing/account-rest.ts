import { Type } from 'typebox';
import type { Account } from '@assay/proto/billing/v1/account';
import { required } from '../../rest/required.ts';

export const currency = 'EUR';

export const balanceFields = {
  balanceCents: Type.Integer({ description: 'What is not spent yet: available and held together.' }),
  availableCents: Type.Integer({ description: 'Free to spend.' }),
  heldCents: Type.Integer({ description: 'Reserved for runs in progress.' }),
};

export function toBalance(account: Account | undefined) {
  const { availableCents, heldCents } = required(account);
  return { balanceCents: availableCents + heldCents, availableCents, heldCents };
}
