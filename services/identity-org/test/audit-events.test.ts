import type { OutgoingCall } from '@assay/chassis/call-context';
import { auditStream } from '@assay/chassis/events/audit';
import { consumes, listDurables } from '@assay/chassis/events/consumer';
import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { ensureConsumer } from '@assay/chassis/events/durable';
import { ensureStream } from '@assay/chassis/events/streams';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import type { AuditEvent } from '@assay/proto/audit/v1/audit_event';
import { ListAuditEventsRequest } from '@assay/proto/audit/v1/audit_events_service';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateAuditEvents } from '../src/consumers/migrate-audit-events.ts';
import { callOf, principalOf } from './calls.ts';
import { inviteTo, linkOf, newAddress, personWith } from './invite-person.ts';
import { createKey } from './create-key.ts';
import { seededKey, start } from './start.ts';

const clientAddress = '192.0.2.7';
let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;
let publisher: ReturnType<typeof createPublisher>;

beforeAll(async () => {
  identity = await start();
  publisher = createPublisher(identity.events);
  admin = { ...callOf(await principalOf(identity, seededKey)), clientAddress };
});
afterAll(() => identity.stop());

const list = async (by: OutgoingCall, request: Partial<ListAuditEventsRequest> = {}) =>
  await identity.auditEvents.listAuditEvents(
    by,
    ListAuditEventsRequest.fromPartial({ limit: 200, ...request }),
  );
const adminOf = (organizationId: string) => callBy({ organizationId, role: Role.ADMIN });

function eventOf(organizationId: string, overrides: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: newId(),
    organizationId,
    actorId: newId(),
    action: 'organization.update',
    targetType: 'organization',
    targetId: organizationId,
    ip: clientAddress,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    ...overrides,
  };
}

async function recorded(organizationId: string, events: readonly AuditEvent[]): Promise<void> {
  for (const event of events) await publisher.publish(newEvent(ActionAudited, { event }, { organizationId }));
  await eventually(async () => {
    expect((await list(adminOf(organizationId))).total).toBe(events.length);
  });
}

describe('the audit', () => {
  it('has what was done to an organization, its invitations and its keys, with who and from where', async () => {
    const { organization } = await identity.organizations.createOrganization(admin, {
      name: 'Audited',
      slug: '',
    });
    const by = { ...admin, organizationId: organization?.id ?? '' };
    const email = newAddress();
    const person = { ...(await personWith(identity, email)), clientAddress: '198.51.100.9' };
    const replaced = await inviteTo(identity, by, email);
    const accepted = await inviteTo(identity, by, email);
    const revoked = await inviteTo(identity, by, newAddress());
    await identity.invitations.revokeInvitation(by, { invitationId: revoked.id });
    await identity.invitations.acceptInvitation(person, linkOf(identity, accepted.id));
    await createKey(identity, by);
    const expected = [
      ['organization.create', by.organizationId],
      ['invitation.create', replaced.id],
      ['invitation.replace', replaced.id],
      ['invitation.create', accepted.id],
      ['invitation.create', revoked.id],
      ['invitation.revoke', revoked.id],
      ['invitation.accept', accepted.id],
    ];
    const find = async () => (await list(by)).events;
    await eventually(async () => {
      const seen = (await find()).map(({ action, targetId }) => [action, targetId]);
      expect(seen).toEqual(expect.arrayContaining(expected));
      expect(seen.map(([action]) => action)).toEqual(
        expect.arrayContaining(['member.join', 'api_key.create']),
      );
      expect(seen).toHaveLength(expected.length + 2);
    });
    const readUserId = ({ actor }: OutgoingCall) => (actor.kind === 'user' ? actor.userId : '');
    for (const event of await find()) {
      const isTheirs = event.action === 'invitation.accept' || event.action === 'member.join';
      const who = isTheirs ? person : by;
      expect(event).toMatchObject({ actorId: readUserId(who), ip: who.clientAddress });
    }
  });

  it('keeps what any service tells', async () => {
    const organizationId = newId();
    const key = eventOf(organizationId, { action: 'api_key.create', targetType: 'api_key' });
    const money = eventOf(organizationId, {
      action: 'billing.top_up',
      targetType: 'top_up',
      reason: 'a reason',
    });
    await publisher.publish(newEvent(ActionAudited, { event: key }, { organizationId }));
    await publisher.publish(newEvent(ActionAudited, { event: money }, { organizationId }));
    await eventually(async () => {
      const { events } = await list(adminOf(organizationId));
      expect(events).toHaveLength(2);
      expect(events).toEqual(expect.arrayContaining([key, money]));
    });
  });

  it('has an event once, however often it is told, and never changes it', async () => {
    const organizationId = newId();
    const event = eventOf(organizationId);
    const other = { ...event, action: 'organization.create' };
    await publisher.publish(newEvent(ActionAudited, { event }, { organizationId }));
    await eventually(async () => {
      expect((await list(adminOf(organizationId))).events).toEqual([event]);
    });
    const last = eventOf(organizationId, { createdAt: new Date('2025-01-01T00:00:00Z') });
    await publisher.publish(newEvent(ActionAudited, { event: other }, { organizationId }));
    await publisher.publish(newEvent(ActionAudited, { event }, { organizationId }));
    await publisher.publish(newEvent(ActionAudited, { event: last }, { organizationId }));
    await eventually(async () => {
      const { jsm, namespace } = identity.events;
      const stream = namespace.stream(auditStream.name);
      const waiting = await jsm.consumers.info(stream, 'identity-org__on-action-audited');
      expect(waiting.num_pending + waiting.num_ack_pending).toBe(0);
    });
    expect((await list(adminOf(organizationId))).events).toEqual([event, last]);
  });

  it('records at a start what the event of an earlier version told and nobody had taken', async () => {
    const organizationId = newId();
    const event = eventOf(organizationId, { action: 'billing.top_up' });
    const { jsm, namespace } = identity.events;
    const former = { ...ActionAudited, $type: 'assay.billing.v1.BillingAudited' };
    const kept = { retention: 'limits', maxAgeMs: 3_600_000 } as const;
    await ensureStream(identity.events, { name: 'BILLING', messages: [former], ...kept });
    const onBillingAudited = consumes({ stream: 'BILLING', message: former, handle: () => undefined });
    for (const durable of listDurables('identity-org', [onBillingAudited])) {
      await ensureConsumer(identity.events, durable);
    }
    await publisher.publish(newEvent(former, { event }, { organizationId }));
    await migrateAuditEvents(identity.events);
    await eventually(async () => {
      expect((await list(adminOf(organizationId))).events).toEqual([event]);
    });
    expect(await jsm.consumers.list(namespace.stream('BILLING')).next()).toEqual([]);
  });

  it('gives up what names no event or no time', async () => {
    const { jsm, namespace } = identity.events;
    await publisher.publish(newEvent(ActionAudited, { event: undefined }, { organizationId: '' }));
    const timeless = eventOf('', { createdAt: undefined });
    await publisher.publish(newEvent(ActionAudited, { event: timeless }, { organizationId: '' }));
    await eventually(async () => {
      const { state } = await jsm.streams.info(namespace.stream('DEAD_LETTERS'));
      expect(state.messages).toBe(2);
    });
  });
});

describe('ListAuditEvents', () => {
  const organizationId = newId();
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const ada = newId();
  const bob = newId();
  const events = [
    eventOf(organizationId, { actorId: ada, createdAt: at(1) }),
    eventOf(organizationId, {
      actorId: ada,
      action: 'member.remove',
      targetType: 'user',
      targetId: bob,
      createdAt: at(2),
    }),
    eventOf(organizationId, {
      actorId: bob,
      action: 'member.join',
      targetType: 'user',
      targetId: bob,
      createdAt: at(3),
    }),
    eventOf(organizationId, { actorId: bob, createdAt: at(4) }),
  ];
  const by = adminOf(organizationId);

  beforeAll(() => recorded(organizationId, events));

  it('lists newest first, a page at a time', async () => {
    expect(await list(by)).toMatchObject({ events: events.toReversed(), total: 4 });
    expect(await list(by, { limit: 2, offset: 1 })).toMatchObject({
      events: [events[2], events[1]],
      total: 4,
    });
  });

  it('is read by cursors within the times that are asked for', async () => {
    const wanted = { since: at(2), until: at(4), limit: 1 };
    const first = await list(by, { ...wanted, cursor: '' });
    const second = await list(by, { ...wanted, cursor: first.nextCursor });
    expect([first.events, second.events]).toEqual([[events[2]], [events[1]]]);
    expect([first.total, second.nextCursor]).toEqual([2, undefined]);
  });

  it.each<[string, Partial<ListAuditEventsRequest>, number[]]>([
    ['actorId', { actorId: ada }, [1, 0]],
    ['action', { action: 'member.join' }, [2]],
    ['targetType', { targetType: 'user' }, [2, 1]],
    ['targetId', { targetType: 'user', targetId: bob }, [2, 1]],
    ['all of them', { actorId: ada, action: 'member.remove', targetType: 'user', targetId: bob }, [1]],
    ['what does not hold together', { actorId: ada, action: 'member.join' }, []],
    ['since, inclusive', { since: at(3) }, [3, 2]],
    ['until, exclusive', { until: at(3) }, [1, 0]],
    ['a time and more', { since: at(2), until: at(4), actorId: bob }, [2]],
  ])('filters by %s', async (_name, filter, expected) => {
    const found = await list(by, filter);
    expect(found.events).toEqual(expected.map((index) => events[index]));
    expect(found.total).toBe(expected.length);
  });

  it('shows nothing of other organizations', async () => {
    expect(await list(adminOf(newId()), { actorId: ada })).toMatchObject({ events: [], total: 0 });
  });

  it('refuses a page out of bounds', async () => {
    expect(await catchRefusal(list(by, { limit: 201 }))).toMatchObject({ details: { field: 'limit' } });
    expect(await catchRefusal(list(by, { offset: -1 }))).toMatchObject({ details: { field: 'offset' } });
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
