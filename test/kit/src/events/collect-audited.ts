import { auditStream } from '@assay/chassis/events/audit';
import { createConsumer } from '@assay/chassis/events/consumer';
import type { EventConnection } from '@assay/chassis/events/connection';
import { ensureConsumer } from '@assay/chassis/events/durable';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { createMetrics } from '@assay/chassis/metrics';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';

/** Collects all audit events, those before the call included. */
export function collectAudited(connection: EventConnection) {
  const values: ActionAudited[] = [];
  const message = ActionAudited;
  const durable = { stream: auditStream.name, durable: `test__${newId()}`, message, ackWaitMs: 30_000 };
  const prepared = ensureConsumer(connection, durable);
  const consumer = createConsumer({
    connection,
    ...durable,
    handle: ({ value }) => void values.push(value),
    concurrency: 1,
    metrics: createMetrics('collected-audit'),
    logger: createLogger({ name: 'collected-audit', level: 'silent' }),
  });
  consumer.start();
  return {
    values,
    /** Lists the actions on one resource. */
    listActions: (targetId: string) =>
      values.flatMap(({ event }) => (event?.targetId === targetId ? [event.action] : [])),
    async stop() {
      await prepared;
      await consumer.stop();
    },
  };
}
