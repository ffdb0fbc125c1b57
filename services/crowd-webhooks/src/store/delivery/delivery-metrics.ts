import type { Db } from 'mongodb';
import type { Clock } from '@assay/chassis/clock';
import { createCounter, measure } from '@assay/chassis/metrics';
import type { Metrics } from '@assay/chassis/metrics';
import { runProbe } from '@assay/chassis/process/probe';
import type { Sender } from '../../domain/webhooks/delivery/sender.ts';
import { deliveryCollection } from './delivery-document.ts';
import type { DeliveryDocument } from './delivery-document.ts';

/**
 * Measures how long the oldest due delivery has waited for its next attempt, in seconds. Processes of role `relay` measure it, so that
 * samples exist even while all workers are down. There is no sample while the database is unavailable.
 */
export function measureDeliveries(metrics: Metrics, db: Db, clock: Clock): void {
  measure(
    metrics,
    {
      name: 'assay_webhook_delivery_lag_seconds',
      help: 'How long the oldest due delivery to a webhook has waited for its next attempt, in seconds.',
      labelNames: [],
    },
    () => runProbe(async () => [{ labels: {}, value: await readLagSeconds(db, clock.now()) }]),
  );
}

/** Reads one index only. Deliveries that `redrive` made due have the due time 0, which says nothing about their age. */
async function readLagSeconds(db: Db, now: Date): Promise<number> {
  const oldest = await db
    .collection<DeliveryDocument>(deliveryCollection)
    .findOne(
      { state: 'open', dueAt: { $gt: new Date(0), $lte: now } },
      { sort: { dueAt: 1 }, projection: { _id: 0, dueAt: 1 } },
    );
  return oldest?.dueAt === undefined ? 0 : (now.getTime() - oldest.dueAt.getTime()) / 1_000;
}

/** Counts the attempts of a sender by their outcome. */
export function countAttempts(metrics: Metrics, sender: Sender): Sender {
  const attempts = createCounter(metrics, {
    name: 'assay_webhook_attempts_total',
    help: 'Attempts to deliver events to webhooks, by outcome: succeeded, refused by a response, or unreachable without one.',
    labelNames: ['outcome'],
  });
  return {
    async post(request) {
      const result = await sender.post(request);
      const failure = result.statusCode === undefined ? 'unreachable' : 'refused';
      attempts.inc({ outcome: result.errorMessage === undefined ? 'succeeded' : failure });
      return result;
    },
  };
}
