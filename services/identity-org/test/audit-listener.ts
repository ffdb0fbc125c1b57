import { auditStream } from '@assay/chassis/events/audit';
import { createConsumer } from '@assay/chassis/events/consumer';
import { createLogger } from '@assay/chassis/logger';
import { createMetrics } from '@assay/chassis/metrics';
import type { AuditEvent } from '@assay/proto/audit/v1/audit_event';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import type { start } from './start.ts';

/** What is published about users, keys and sessions, in order, until it is stopped. */
export function listenToAudit({ events }: Pick<Awaited<ReturnType<typeof start>>, 'events'>) {
  const heard: AuditEvent[] = [];
  const consumer = createConsumer({
    connection: events,
    stream: auditStream.name,
    durable: 'test__on-action-audited',
    message: ActionAudited,
    handle: ({ value: { event } }) => {
      if (event !== undefined) heard.push(event);
    },
    concurrency: 1,
    ackWaitMs: 30_000,
    metrics: createMetrics('test'),
    logger: createLogger({ name: 'test', level: 'silent' }),
  });
  consumer.start();
  return { heard, stop: () => consumer.stop() };
}
