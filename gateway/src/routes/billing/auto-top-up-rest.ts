import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { AutoTopUp } from '@assay/proto/billing/v1/account';
import { required, textOrNull } from '../../rest/required.ts';
import { named, nullable } from '../../rest/schema.ts';

const maxCents = 1_000_000_000;
const cents = (description: string) => Type.Integer({ minimum: 0, maximum: maxCents, description });

export const autoTopUpFields = {
  enabled: Type.Boolean({ description: 'Whether it does.' }),
  thresholdCents: cents('When the available balance falls below this, in euro cents.'),
  targetCents: cents('Up to this, in euro cents.'),
};

export const autoTopUpSchema = named(
  'AutoTopUp',
  Type.Object(
    {
      ...autoTopUpFields,
      lastError: nullable(Type.String(), 'Why the last attempt failed; after three in a row it is disabled.'),
    },
    { description: 'Pays in by itself when little is left, with the payment method of the last payment.' },
  ),
);

export function toAutoTopUp(autoTopUp: AutoTopUp | undefined): Static<typeof autoTopUpSchema.schema> {
  const { lastError, ...rest } = required(autoTopUp);
  return { ...rest, lastError: textOrNull(lastError) };
}
