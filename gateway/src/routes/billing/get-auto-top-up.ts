import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { autoTopUpSchema, toAutoTopUp } from './auto-top-up-rest.ts';

export const getAutoTopUp: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getAutoTopUp',
    tags: ['Billing'],
    summary: 'Read whether money is paid in by itself',
    description: 'The setting, and why the last attempt failed.',
    params: Type.Object({ orgId: id('The organization.') }),
    response: { 200: described(autoTopUpSchema.ref, 'The setting.'), ...errors() },
  };
  const config = { organizationParam: 'orgId' };
  app.get('/v2/organizations/:orgId/billing/auto-top-up', { schema, config }, async ({ call }) => {
    const { autoTopUp } = await clients.billing.getBilling(call, {});
    return toAutoTopUp(autoTopUp);
  });
};
