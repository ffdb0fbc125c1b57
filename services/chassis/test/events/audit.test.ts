import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import { callBy } from '@assay/test-kit/test-platform';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actionAudited, auditStream } from '../../src/events/audit.ts';
import type { EventConnection } from '../../src/events/connection.ts';
import type { OutboxEntry } from '../../src/events/event.ts';
import { ensureStream } from '../../src/events/streams.ts';
import type { MongoConnection } from '../../src/mongo/connect.ts';
import type { Relay } from '../../src/mongo/relay.ts';
import { openNotes, openRelay, countPending } from './notes.ts';
import { openMongo, openNats, uniqueName } from '../servers.ts';

const at = new Date('2026-01-01T00:00:00Z');
const change = { action: 'note.update', targetType: 'note', targetId: 'one', at };
const decode = ({ payload }: OutboxEntry) => ActionAudited.decode(payload).event;

describe('an audited action', () => {
  it('records action, actor, address and time', () => {
    const call = { ...callBy({ userId: 'ada' }), clientAddress: '192.0.2.7' };
    const entry = actionAudited(call, change);
    expect(entry).toMatchObject({
      organizationId: call.organizationId,
      requestId: call.requestId,
      occurredAt: at,
    });
    const { at: createdAt, ...what } = change;
    expect(decode(entry)).toMatchObject({
      ...what,
      createdAt,
      organizationId: call.organizationId,
      actorId: 'ada',
      ip: '192.0.2.7',
    });
    expect(decode(entry)?.id).not.toBe(decode(actionAudited(call, change))?.id);
  });

  it('may have another organization and actor than the call', () => {
    const entry = actionAudited(callBy(), { ...change, organizationId: '', actorId: '' });
    expect(entry.organizationId).toBe('');
    expect(decode(entry)).toMatchObject({ organizationId: '', actorId: undefined });
  });
});

describe('an outbox with an audit event of an earlier version', () => {
  let mongo: MongoConnection;
  let nats: EventConnection;
  let relay: Relay;

  beforeEach(async () => {
    [mongo, nats] = await Promise.all([openMongo(), openNats(uniqueName())]);
    await ensureStream(nats, auditStream);
    relay = openRelay(mongo.db, nats);
  });
  afterEach(async () => {
    await relay.stop();
    await Promise.all([mongo.close(), nats.close()]);
  });

  it('is published under the current subject', async () => {
    const former = [
      'assay.organizations.v1.OrganizationAudited',
      'assay.identity.v1.IdentityAudited',
      'assay.billing.v1.BillingAudited',
    ];
    const outbox = former.map((subject) => ({ ...actionAudited(callBy(), change), subject }));
    await openNotes(mongo.db).insertOne({ _id: 'one', outbox });
    relay.notify('notes', 'one');
    await expect.poll(() => countPending(mongo.db)).toBe(0);
    const stream = nats.namespace.stream(auditStream.name);
    for (const [index, entry] of outbox.entries()) {
      const stored = await nats.jsm.streams.getMessage(stream, { seq: index + 1 });
      expect(stored.subject).toBe(nats.namespace.subject('assay.audit.v1.ActionAudited'));
      expect(stored.header.get('Nats-Msg-Id')).toBe(entry.id);
      expect(ActionAudited.decode(stored.data).event).toEqual(decode(entry));
    }
  });
});
