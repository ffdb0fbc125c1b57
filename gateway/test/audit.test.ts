import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cannedAuditEvent } from './canned-account.ts';
import { record, send, startAdminGateway } from './rest-client.ts';
import type { TestGateway } from './start-gateway.ts';

let gateway: TestGateway;
const path = '/v2/organizations/organization/audit-events';

beforeAll(async () => {
  gateway = await startAdminGateway();
});
afterAll(() => gateway.stop());

describe('audit events', () => {
  it('are listed in an envelope, with null where nobody or no address is known', async () => {
    const event = {
      id: cannedAuditEvent.id,
      organizationId: 'organization',
      actorId: 'user',
      action: 'member.role_change',
      targetType: 'user',
      targetId: 'other',
      ip: '203.0.113.7',
      createdAt: '2026-11-21T09:00:00.000Z',
    };
    const { status, body } = await send(gateway, `GET ${path}`);
    expect([status, body]).toEqual([200, { data: [event], total: 1, limit: 20, offset: 0 }]);
    const { listAuditEvents } = gateway.rpcs.auditEvents;
    gateway.rpcs.auditEvents.listAuditEvents = () =>
      Promise.resolve({ events: [{ ...cannedAuditEvent, actorId: undefined, ip: undefined }], total: 1 });
    expect(await send(gateway, `GET ${path}`)).toMatchObject({
      body: { data: [{ actorId: null, ip: null }] },
    });
    gateway.rpcs.auditEvents.listAuditEvents = listAuditEvents;
  });

  it('are filtered by everything that is asked for', async () => {
    const asked = record(gateway.rpcs.auditEvents, 'listAuditEvents');
    const query = new URLSearchParams({
      actorId: 'a',
      action: 'api_key.create',
      targetType: 'api_key',
      targetId: 't',
      since: '2026-11-01T00:00:00+01:00',
      until: '2026-12-01T00:00:00Z',
      limit: '7',
      offset: '9',
    });
    await send(gateway, `GET ${path}?${query.toString()}`);
    await send(gateway, `GET ${path}`);
    const everything = {
      actorId: '',
      action: '',
      targetType: '',
      targetId: '',
      since: undefined,
      until: undefined,
    };
    expect(asked.map(({ request }) => request)).toEqual([
      {
        actorId: 'a',
        action: 'api_key.create',
        targetType: 'api_key',
        targetId: 't',
        since: new Date('2026-10-31T23:00:00Z'),
        until: new Date('2026-12-01T00:00:00Z'),
        limit: 7,
        offset: 9,
      },
      { ...everything, limit: 20, offset: 0 },
    ]);
  });

  it.each(['since=yesterday', 'until=2026-13-01T00:00:00Z', 'limit=201', `action=${'x'.repeat(101)}`])(
    'are not listed for %s',
    async (query) => {
      expect(await send(gateway, `GET ${path}?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR', details: { field: query.split('=')[0] } } },
      });
    },
  );
});
