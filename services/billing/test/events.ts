import { createConsumer } from '@assay/chassis/events/consumer';
import type { EventConnection } from '@assay/chassis/events/connection';
import { ensureConsumer } from '@assay/chassis/events/durable';
import type { MessageType } from '@assay/chassis/events/event';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { createMetrics } from '@assay/chassis/metrics';

/** Everything of one kind that billing has told and tells from now on. */
export function collectEvents<T>(connection: EventConnection, message: MessageType<T>, stream = 'BILLING') {
  const values: T[] = [];
  const durable = { stream, durable: `test__${newId()}`, message, ackWaitMs: 30_000 };
  const prepared = ensureConsumer(connection, durable);
  const consumer = createConsumer({
    connection,
    ...durable,
    handle: ({ value }) => void values.push(value),
    concurrency: 1,
    metrics: createMetrics('billing-test'),
    logger: createLogger({ name: 'billing-test', level: 'silent' }),
  });
  consumer.start();
  return {
    values,
    async stop() {
      await prepared;
      await consumer.stop();
    },
  };
}
