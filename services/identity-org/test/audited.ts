import { createConsumer } from '@assay/chassis/events/consumer';
import { createLogger } from '@assay/chassis/logger';
import { createMetrics } from '@assay/chassis/metrics';
import type { AuditEvent } from '@assay/proto/audit/v1/audit_event';
import { IdentityAudited } from '@assay/proto/identity/v1/identity_events';
import type { start } from './start.ts';

/** What is published about users, keys and sessions, in order, until it is stopped. */
export function listenToAudit({ events }: Pick<Awaited<ReturnType<typeof start>>, 'events'>) {
  const heard: AuditEvent[] = [];
  const consumer = createConsumer({
    connection: events,
    stream: 'IDENTITY',
    durable: 'test__on-identity-audited',
    message: IdentityAudited,
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
