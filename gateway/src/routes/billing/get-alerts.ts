import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { required } from '../../rest/required.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { alertsSchema } from './alerts-rest.ts';

export const getAlerts: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getAlerts',
    tags: ['Billing'],
    summary: 'Read at which balances the admins are mailed',
    description: 'The thresholds, highest first.',
    params: Type.Object({ orgId: id('The organization.') }),
    response: { 200: described(alertsSchema.ref, 'The thresholds.'), ...errors() },
  };
  const config = { organizationParam: 'orgId' };
  app.get('/v2/organizations/:orgId/billing/alerts', { schema, config }, async ({ call }) => {
    const { alerts } = await clients.billing.getBilling(call, {});
    return required(alerts);
  });
};
