import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { required } from '../../rest/required.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { alertFields, alertsSchema } from './alerts-rest.ts';

const body = Type.Object(alertFields, {
  additionalProperties: false,
  examples: [{ thresholdCents: [5_000, 1_000] }],
});

export const setAlerts: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'setAlerts',
    tags: ['Billing'],
    summary: 'Decide at which balances the admins are mailed',
    description: 'One e-mail each time the available balance falls to a threshold.',
    params: Type.Object({ orgId: id('The organization.') }),
    body,
    response: { 200: described(alertsSchema.ref, 'The thresholds.'), ...errors() },
  };
  const config = { organizationParam: 'orgId' };
  app.put('/v2/organizations/:orgId/billing/alerts', { schema, config }, async ({ call, body: given }) => {
    const { alerts } = await clients.billing.setAlerts(call, given);
    return required(alerts);
  });
};
