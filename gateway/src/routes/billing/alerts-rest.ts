import { Type } from 'typebox';
import { named } from '../../rest/schema.ts';

const maxCents = 1_000_000_000;

export const alertFields = {
  thresholdCents: Type.Array(Type.Integer({ minimum: 0, maximum: maxCents }), {
    maxItems: 10,
    description: 'Balances in euro cents, highest first, each once; empty: no alerts.',
    examples: [[5_000, 1_000]],
  }),
};

export const alertsSchema = named(
  'BillingAlerts',
  Type.Object(alertFields, { description: 'At which available balances the admins are mailed.' }),
);
