import { newId } from '@assay/chassis/ids';
import { pause } from '@assay/chassis/process/pause';
import { seconds } from '@assay/chassis/units';
import type { Sealer } from '@assay/chassis/tokens/sealer';
import { checkExhausted, disableWebhook } from '../webhook/disable-webhook.ts';
import type { DisablingDeps } from '../webhook/disable-webhook.ts';
import { decryptOnce } from '../webhook/secret.ts';
import type { Webhook } from '../webhook/webhook.ts';
import { attempt } from './attempt.ts';
import type { AttemptDeps } from './attempt.ts';
import type { EndedAttempt, TakenDelivery } from './delivery.ts';
import type { DueDeliveries } from './due-deliveries.ts';
import { createLanes } from './lanes.ts';
import type { Lane } from './lanes.ts';
import { createRecorder } from './recorder.ts';
import type { Recorder } from './recorder.ts';

export interface DispatchingDeps extends AttemptDeps, DisablingDeps {
  readonly deliveryQueue: DueDeliveries;
}

export interface DispatcherOptions {
  /** Maximum number of requests of this process at the same time. */
  readonly slots: number;
  /** Maximum number of requests of this process for one organization at the same time. */
  readonly perOrganization: number;
  readonly stopping: AbortSignal;
}

/** Sends the due deliveries of all organizations. */
export interface Dispatcher {
  /** Looks for due deliveries at once. */
  wake(): void;
  /** Looks for due deliveries every second and after each wake, until the process stops. Resolves when no attempt runs. */
  run(): Promise<void>;
}

/** A dispatcher of a process that sends nothing. */
export const idleDispatcher: Dispatcher = { wake: () => undefined, run: () => Promise.resolve() };

const pollMs = seconds(1);
/** How long a taken delivery belongs to its process: an attempt takes 10 s at most. */
const leaseMs = seconds(30);

export function createDispatcher(deps: DispatchingDeps, options: DispatcherOptions): Dispatcher {
  const { deliveryQueue, webhooks, clock, logger } = deps;
  const { stopping } = options;
  const claim = newId();
  const lanes = createLanes(options);
  const recorder = createRecorder((ended: readonly EndedAttempt[]) =>
    deliveryQueue.record(claim, ended, clock.now()),
  );
  let woken = new AbortController();
  /** The organization that was served last. */
  let served = '';

  /** Finds the next organization in the rotation, from the start again after the last one. */
  async function findLane(): Promise<Lane | undefined> {
    const full = lanes.listFull();
    const next = await deliveryQueue.findDueLane(served, clock.now(), full);
    return next ?? (served === '' ? undefined : deliveryQueue.findDueLane('', clock.now(), full));
  }

  /** Takes due deliveries until all slots are used or nothing is due. */
  async function fill(): Promise<void> {
    while (lanes.hasFreeSlot() && !stopping.aborted) {
      const lane = await findLane();
      if (lane === undefined) return;
      served = lane.organizationId;
      const now = clock.now();
      const leaseEnd = new Date(now.getTime() + leaseMs);
      const taken = await deliveryQueue.take(lane, lanes.countFree(lane), { claim, now, leaseEnd });
      const found = await readWebhooks(webhooks, lane, taken).catch(async (error: unknown) => {
        await deliveryQueue.release(claim, taken, now);
        throw error;
      });
      const sealer = decryptOnce(deps.sealer);
      for (const delivery of taken) void send(lane, { delivery, sealer }, found.get(delivery.webhookId));
    }
  }

  async function send(lane: Lane, { delivery: taken, sealer }: Sending, webhook?: Webhook): Promise<void> {
    lanes.begin(lane);
    const isReached = await sendOnce({ ...deps, sealer, recorder }, taken, webhook).catch(
      (error: unknown) => {
        // The lease ends, and the delivery is attempted again with the same id.
        logger.warn({ err: error, deliveryId: taken.id }, 'an attempt could not be recorded');
        return undefined;
      },
    );
    lanes.end(lane, isReached);
    woken.abort();
  }

  return {
    wake: () => {
      woken.abort();
    },
    async run() {
      while (!stopping.aborted) {
        woken = new AbortController();
        const { signal } = woken;
        await fill().catch((error: unknown) => {
          logger.warn({ err: error }, 'due deliveries could not be read; the next look is in a second');
        });
        await pause(pollMs, AbortSignal.any([signal, stopping]));
      }
      await lanes.idle();
    },
  };
}

interface Sending {
  readonly delivery: TakenDelivery;
  /** Shared by the deliveries that were taken together. */
  readonly sealer: Sealer;
}

async function readWebhooks(
  webhooks: DispatchingDeps['webhooks'],
  { organizationId }: Lane,
  taken: readonly TakenDelivery[],
): Promise<ReadonlyMap<string, Webhook>> {
  const ids = [...new Set(taken.map(({ webhookId }) => webhookId))];
  const found = ids.length === 0 ? [] : await webhooks.findMany(organizationId, ids);
  return new Map(found.map((webhook) => [webhook.id, webhook]));
}

/** Attempts a delivery, records the end, and disables the webhook if that is due. Resolves to `isReached` of the attempt. */
async function sendOnce(
  deps: DispatchingDeps & { readonly recorder: Recorder<EndedAttempt> },
  taken: TakenDelivery,
  webhook: Webhook | undefined,
): Promise<boolean | undefined> {
  const { record, isReached, isGone } = await attempt(deps, taken, webhook);
  await deps.recorder.add({ taken, record });
  if (webhook === undefined || taken.isTest) return isReached;
  if (isGone) await disableWebhook(deps, webhook, 'gone');
  else if (record.status === 'exhausted') await checkExhausted(deps, webhook);
  return isReached;
}
