import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { autoTopUpFields, autoTopUpSchema, toAutoTopUp } from './auto-top-up-rest.ts';

const body = Type.Object(autoTopUpFields, {
  additionalProperties: false,
  examples: [{ enabled: true, thresholdCents: 1_000, targetCents: 5_000 }],
});

export const setAutoTopUp: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'setAutoTopUp',
    tags: ['Billing'],
    summary: 'Decide whether money is paid in by itself',
    description:
      'The target must be above the threshold, and what lies between them is a payment that could be made by hand.',
    params: Type.Object({ orgId: id('The organization.') }),
    body,
    response: { 200: described(autoTopUpSchema.ref, 'The setting.'), ...errors('INVALID_STATE') },
  };
  const config = { organizationParam: 'orgId' };
  app.put(
    '/v2/organizations/:orgId/billing/auto-top-up',
    { schema, config },
    async ({ call, body: given }) => {
      const { autoTopUp } = await clients.billing.setAutoTopUp(call, given);
      return toAutoTopUp(autoTopUp);
    },
  );
};
