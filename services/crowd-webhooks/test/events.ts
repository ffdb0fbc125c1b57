import { createConsumer } from '@assay/chassis/events/consumer';
import type { EventConnection } from '@assay/chassis/events/connection';
import { ensureConsumer } from '@assay/chassis/events/durable';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { createMetrics } from '@assay/chassis/metrics';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import { eventually } from '@assay/test-kit/eventually';
import { expect } from 'vitest';

/** Collects the audit events of a stream, those before the call included. */
export function collectAudited(connection: EventConnection) {
  const values: ActionAudited[] = [];
  const message = ActionAudited;
  const durable = { stream: 'AUDIT', durable: `test__${newId()}`, message, ackWaitMs: 30_000 };
  const prepared = ensureConsumer(connection, durable);
  const consumer = createConsumer({
    connection,
    ...durable,
    handle: ({ value }) => void values.push(value),
    concurrency: 1,
    metrics: createMetrics('crowd-webhooks-test'),
    logger: createLogger({ name: 'crowd-webhooks-test', level: 'silent' }),
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

/** Waits until a consumer of the service has handled all events of a stream. */
export async function awaitHandled({ jsm, namespace }: EventConnection, stream: string, message: string) {
  await eventually(async () => {
    const info = await jsm.consumers.info(namespace.stream(stream), `crowd-webhooks__on-${message}`);
    expect([info.num_pending, info.num_ack_pending]).toEqual([0, 0]);
  });
}
