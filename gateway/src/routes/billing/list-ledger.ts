import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { pageOf, pageQuery } from '../../rest/page.ts';
import { id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { ledgerEntrySchema, ledgerEntryType, toLedgerEntry } from './ledger-rest.ts';

const querystring = Type.Object({
  type: Type.Optional(ledgerEntryType.schema),
  runId: Type.Optional(Type.String({ maxLength: 24, description: 'What this run caused.' })),
  ...pageQuery,
});

export const listLedger: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listLedger',
    tags: ['Billing'],
    summary: 'List every move of money',
    description: 'The ledger of the organization, newest first.',
    params: Type.Object({ orgId: id('The organization.') }),
    querystring,
    response: { 200: pageOf(ledgerEntrySchema.ref, 'A page of the ledger.'), ...errors() },
  };
  const config = { organizationParam: 'orgId' };
  app.get('/v2/organizations/:orgId/billing/ledger', { schema, config }, async ({ call, query }) => {
    const { limit, offset, runId = '' } = query;
    const request = { type: ledgerEntryType.toProto(query.type), runId, limit, offset };
    const { entries, total } = await clients.billing.listLedger(call, request);
    return { data: entries.map(toLedgerEntry), total, limit, offset };
  });
};
