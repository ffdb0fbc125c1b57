import type { Clock } from '@assay/chassis/clock';
import type { Logger } from '@assay/chassis/logger';
import type { Sealer } from '@assay/chassis/tokens/sealer';
import { openKeysOnce } from '../webhook/secret.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { TakenDelivery } from './delivery.ts';
import type { DueDeliveries } from './due-deliveries.ts';
import type { Lanes } from './lanes/lanes.ts';
import type { Ready, ReadyQueue, Receiver } from './ready-queue.ts';
import type { Reservations } from './reservations.ts';

export interface ReceiverDeps {
  readonly webhooks: {
    findOfAll(
      references: readonly Pick<TakenDelivery, 'organizationId' | 'webhookId'>[],
    ): Promise<readonly Webhook[]>;
  };
  readonly sealer: Sealer;
}

export interface ReserveDeps extends ReceiverDeps {
  readonly deliveryQueue: Pick<DueDeliveries, 'release'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly claim: string;
  readonly lanes: Lanes;
  readonly queue: ReadyQueue;
  readonly reservations: Reservations;
  /** Called when deliveries were added to the queue. */
  readonly onReady: () => void;
}

/** Queues deliveries whose claim is stored: their webhooks are read now, so that a rotated secret is the current one. */
export async function hold(deps: ReserveDeps, taken: readonly TakenDelivery[]): Promise<void> {
  const { deliveryQueue, clock, logger, claim, lanes, queue, reservations, onReady } = deps;
  if (taken.length === 0) return;
  const takenMs = performance.now();
  const find = await readReceivers(deps, taken).catch((error: unknown) => {
    logger.warn({ err: error }, 'the webhooks of due deliveries could not be read');
    return undefined;
  });
  if (find === undefined) {
    reservations.cancel(taken);
    await deliveryQueue.release(claim, taken, clock.now()).catch((error: unknown) => {
      // Their leases end, and they are due again.
      logger.warn({ err: error }, 'taken deliveries could not be released');
    });
    return;
  }
  const toReady = (delivery: TakenDelivery): Ready => ({
    taken: delivery,
    state: lanes.find(delivery),
    takenMs,
    receiver: find(delivery),
  });
  queue.add(taken.map(toReady));
  reservations.complete(taken.length);
  onReady();
}

/** Gives back deliveries that have left the queue without an attempt. */
export async function release(
  { deliveryQueue, clock, claim, lanes, reservations }: ReserveDeps,
  items: readonly Ready[],
): Promise<void> {
  if (items.length === 0) return;
  for (const { state } of items) {
    lanes.wait(state, -1);
    reservations.backlog.add(state);
  }
  const taken = items.map((item) => item.taken);
  await deliveryQueue.release(claim, taken, clock.now());
}

/** Reads the webhooks of the deliveries in the queue again, in case one was disabled, deleted or changed. */
export async function refresh({ webhooks, sealer, queue }: ReserveDeps): Promise<void> {
  const items = queue.list();
  if (items.length === 0) return;
  const taken = items.map((item) => item.taken);
  const find = await readReceivers({ webhooks, sealer }, taken);
  for (const item of items) item.receiver = find(item.taken);
}

/** Reads the webhooks of deliveries with one command. */
async function readReceivers(
  { webhooks, sealer }: ReceiverDeps,
  taken: readonly TakenDelivery[],
): Promise<(delivery: TakenDelivery) => Receiver> {
  const found = await webhooks.findOfAll(taken);
  const byId = new Map(found.map((webhook) => [webhook.id, webhook]));
  const openKeys = openKeysOnce(sealer);
  return ({ webhookId }) => ({ webhook: byId.get(webhookId), openKeys });
}
