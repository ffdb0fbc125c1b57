import { newId } from '@assay/chassis/ids';
import { pause } from '@assay/chassis/process/pause';
import { runPeriodically } from '@assay/chassis/process/periodic-task';
import { seconds } from '@assay/chassis/units';
import { checkExhausted, disableWebhook } from './disable-webhook.ts';
import type { DisablingDeps } from './disable-webhook.ts';
import { attempt } from './attempt.ts';
import type { AttemptDeps, Attempted } from './attempt.ts';
import { createClaims } from './claims.ts';
import type { EndedAttempt, NewDelivery } from './delivery.ts';
import type { DueDeliveries } from './due-deliveries.ts';
import type { ReceiverDeps } from './hold.ts';
import { createLanes } from './lanes/lanes.ts';
import type { LaneLimits } from './lanes/lanes.ts';
import { createReadyQueue } from './ready-queue.ts';
import type { Ready } from './ready-queue.ts';
import { createRecorder } from './recorder.ts';

export interface DispatchingDeps
  extends Omit<AttemptDeps, 'openKeys'>, DisablingDeps, Pick<ReceiverDeps, 'sealer'> {
  readonly deliveryQueue: DueDeliveries;
  readonly webhooks: ReceiverDeps['webhooks'] & DisablingDeps['webhooks'];
}

export interface DispatcherOptions extends LaneLimits {
  readonly stopping: AbortSignal;
}

/** Sends the due deliveries of all organizations. */
export interface Dispatcher {
  /** Inserts new deliveries, which are due at once. Those that exist stay as they are. */
  insert(deliveries: readonly NewDelivery[]): Promise<void>;
  /** Looks for due deliveries every second, and when a lane with some has room, until the process stops. Resolves when no attempt runs. */
  run(): Promise<void>;
}

/** Creates the dispatcher of a process that sends nothing. */
export function createIdleDispatcher({ insert }: Pick<DueDeliveries, 'insert'>): Dispatcher {
  return {
    async insert(deliveries) {
      await insert(deliveries);
    },
    run: () => Promise.resolve(),
  };
}

/** How often slow attempts are charged, and the webhooks of waiting deliveries are read again. */
const reviewMs = 250;
/** A taken delivery whose attempt has not begun after this time is given back. */
const maxHoldMs = seconds(2);
/** The ends of attempts are recorded together. */
const recording = { maxItems: 128, lingerMs: 250 };

export function createDispatcher(deps: DispatchingDeps, options: DispatcherOptions): Dispatcher {
  const { deliveryQueue, sender, clock, logger } = deps;
  const { stopping } = options;
  const claim = newId();
  const lanes = createLanes(options);
  const queue = createReadyQueue(lanes);
  const sending = new Set<Promise<void>>();
  const recorder = createRecorder(
    (ended: readonly EndedAttempt[]) => deliveryQueue.record(claim, ended, clock.now()),
    { ...recording, isUrgent: () => lanes.countRunning() + queue.size === 0 || stopping.aborted },
  );
  const claims = createClaims({ ...deps, claim, lanes, queue, stopping, onReady: start });
  const looking = createLooking(() => claims.takeDue(), { logger, stopping });

  function start(): void {
    if (stopping.aborted) return;
    for (let item = queue.next(); item !== undefined; item = queue.next()) {
      const { id: deliveryId } = item.taken;
      const sent = send(item).catch((error: unknown) => {
        // The lease ends, and the delivery is attempted again with the same id.
        logger.warn({ err: error, deliveryId }, 'an attempt could not be recorded');
      });
      track(sending, sent);
    }
    if (claims.hasBacklog()) looking.wake();
  }

  async function send(item: Ready): Promise<void> {
    const { taken, state } = item;
    const { webhook, openKeys } = item.receiver;
    const attempting = lanes.begin(state);
    let attempted: Attempted | undefined;
    try {
      attempted = await attempt({ sender, clock, openKeys }, taken, webhook);
    } finally {
      lanes.end(attempting, attempted?.isReached);
      start();
    }
    await recorder.add({ taken, record: attempted.record });
    if (await disableIfDue(deps, item, attempted)) await claims.refresh();
  }

  async function review(): Promise<void> {
    lanes.chargeSlow();
    await claims.release(queue.removeTakenBefore(performance.now() - maxHoldMs));
    await claims.refresh();
    start();
  }

  return {
    async insert(deliveries) {
      if (!(await claims.insert(deliveries))) looking.wake();
    },
    async run() {
      const task = { name: 'review of deliveries', everyMs: reviewMs, maxBackoffMs: maxHoldMs, run: review };
      const stopReview = runPeriodically(logger, task);
      await looking.run();
      await stopReview();
      while (sending.size > 0) await Promise.all(sending);
      await claims.release(queue.removeTakenBefore(Infinity)).catch((error: unknown) => {
        logger.warn({ err: error }, 'taken deliveries could not be released');
      });
    },
  };
}

function track(running: Set<Promise<void>>, work: Promise<void>): void {
  running.add(work);
  void work.then(() => running.delete(work));
}

const pollMs = seconds(1);
/** The shortest time between two looks. */
const minPollMs = 20;

/** Repeats a look for due deliveries every second, and after each wake. */
function createLooking(
  look: () => Promise<void>,
  { logger, stopping }: Pick<DispatchingDeps, 'logger'> & Pick<DispatcherOptions, 'stopping'>,
) {
  let woken = new AbortController();
  return {
    wake: () => {
      // Each abort creates an exception.
      if (!woken.signal.aborted) woken.abort();
    },
    async run(): Promise<void> {
      while (!stopping.aborted) {
        woken = new AbortController();
        const { signal } = woken;
        await look().catch((error: unknown) => {
          logger.warn({ err: error }, 'due deliveries could not be read; the next look is in a second');
        });
        await pause(minPollMs, stopping);
        await pause(pollMs - minPollMs, AbortSignal.any([signal, stopping]));
      }
    },
  };
}

/** Disables the webhook of an attempt if the receiver wants no further deliveries, or ten in a row are exhausted. */
async function disableIfDue(
  deps: DisablingDeps,
  { taken, receiver: { webhook } }: Ready,
  { record, isGone }: Attempted,
): Promise<boolean> {
  if (webhook === undefined || taken.isTest) return false;
  if (isGone) await disableWebhook(deps, webhook, 'gone');
  else if (record.status === 'exhausted') await checkExhausted(deps, webhook);
  return isGone;
}
