import { Type } from 'typebox';
import { toDateOrNone } from '../../rest/date-time.ts';
import { errors } from '../../rest/error-body.ts';
import { pageOf, pageQuery } from '../../rest/page.ts';
import { dateTime, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { auditEventSchema, toAuditEvent } from './audit-event-rest.ts';

const text = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 100, description, examples: [example] }));

const querystring = Type.Object({
  actorId: text('Done by this user.', 'v9k2m4x7q1r8t5w3y6z0a2b4'),
  action: text('This action, as `scope.action`.', 'member.role_change'),
  targetType: text('Done to this kind of thing.', 'user'),
  targetId: text('Done to this one.', 'v9k2m4x7q1r8t5w3y6z0a2b4'),
  since: Type.Optional(dateTime('At or after this time.')),
  until: Type.Optional(dateTime('Before this time.')),
  ...pageQuery,
});

export const listAuditEvents: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listAuditEvents',
    tags: ['Organizations'],
    summary: 'List what was changed, and by whom',
    description: 'Newest first; every filter that is set must hold.',
    params: Type.Object({ orgId: id('The organization.') }),
    querystring,
    response: { 200: pageOf(auditEventSchema.ref, 'A page of events.'), ...errors() },
  };
  const config = { organizationParam: 'orgId' };
  app.get('/v2/organizations/:orgId/audit-events', { schema, config }, async ({ call, query }) => {
    const { since, until, ...rest } = query;
    const filters = { actorId: '', action: '', targetType: '', targetId: '', ...rest };
    const times = { since: toDateOrNone(since), until: toDateOrNone(until) };
    const { events, total } = await clients.auditEvents.listAuditEvents(call, { ...filters, ...times });
    return { data: events.map(toAuditEvent), total, limit: rest.limit, offset: rest.offset };
  });
};
