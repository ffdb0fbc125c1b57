import { AuditEvent } from '@assay/proto/audit/v1/audit_event';
import { AuditEventsServiceService } from '@assay/proto/audit/v1/audit_events_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../credentials.ts';
import { send, startAdminGateway } from '../rest-client.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
const sample = sampled(AuditEvent);
const path = `/v2/organizations/${sample.organizationId}/audit-events`;

beforeAll(async () => {
  gateway = await startAdminGateway();
});
afterAll(() => gateway.stop());

describe('audit events', () => {
  it('are listed in an envelope, with null where nobody or no address is known', async () => {
    const event = {
      id: sample.id,
      organizationId: sample.organizationId,
      actorId: sample.actorId,
      action: 'member.role_change',
      targetType: 'user',
      targetId: sample.targetId,
      ip: '203.0.113.7',
      createdAt: sample.createdAt?.toISOString(),
      reason: 'This person leads the team now.',
    };
    const { status, body } = await send(gateway, `GET ${path}`);
    const page = { total: 1, totalIsExact: true, limit: 20, offset: 0, nextCursor: null };
    expect([status, body]).toEqual([200, { data: [event], ...page }]);
    gateway.answer(AuditEventsServiceService.listAuditEvents, () =>
      Promise.resolve({
        events: [{ ...sample, actorId: undefined, ip: undefined, reason: undefined }],
        total: 1,
      }),
    );
    expect(await send(gateway, `GET ${path}`)).toMatchObject({
      body: { data: [{ actorId: null, ip: null, reason: null }] },
    });
    gateway.reset(AuditEventsServiceService.listAuditEvents);
  });

  it('are filtered by everything that is asked for', async () => {
    const calls = gateway.record(AuditEventsServiceService.listAuditEvents);
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
    expect(calls.map(({ request }) => request)).toEqual([
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
