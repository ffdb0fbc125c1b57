import { auditStream } from '@assay/chassis/events/audit';
import { createConsumer } from '@assay/chassis/events/consumer';
import { ensureConsumer } from '@assay/chassis/events/durable';
import { createLogger } from '@assay/chassis/logger';
import { createMetrics } from '@assay/chassis/metrics';
import type { AuditEvent } from '@assay/proto/audit/v1/audit_event';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import type { start } from './start.ts';

/** What is published about users, keys and sessions, in order, until it is stopped. */
export function listenToAudit({ events }: Pick<Awaited<ReturnType<typeof start>>, 'events'>) {
  const heard: AuditEvent[] = [];
  const durable = {
    stream: auditStream.name,
    durable: 'test__on-action-audited',
    message: ActionAudited,
    ackWaitMs: 30_000,
  };
  const prepared = ensureConsumer(events, durable);
  const consumer = createConsumer({
    connection: events,
    ...durable,
    handle: ({ value: { event } }) => {
      if (event !== undefined) heard.push(event);
    },
    concurrency: 1,
    metrics: createMetrics('test'),
    logger: createLogger({ name: 'test', level: 'silent' }),
  });
  consumer.start();
  return {
    heard,
    async stop() {
      await prepared;
      await consumer.stop();
    },
  };
}
