import { setTimeout as pause } from 'node:timers/promises';
import type { Calm } from '../datasets/patient-client.ts';
import type { StoredDeliveries } from './stored-deliveries.ts';
import type { WatchedProject } from './watched-project.ts';

/** How long nothing may change: after the last kill, and while processes are killed. */
const stuckAfterMs = 120_000;
const maxWaitMs = 300_000;
const pollMs = 500;

/**
 * Waits until the event of each file of a project is published, and until each of its webhooks has a delivery of it that ended. Throws
 * when nothing changes for too long.
 */
export async function awaitDelivered(
  stored: StoredDeliveries,
  project: WatchedProject,
  calm: Calm = { since: 0 },
): Promise<void> {
  let last = '';
  let changedAt = Date.now();
  for (;;) {
    // The database may be killed at this moment.
    const counts = await countAll(stored, project).catch(() => undefined);
    if (counts?.unreported === 0 && counts.done === counts.events * project.webhooks.size) return;
    const text = JSON.stringify(counts ?? last);
    if (text !== last) [last, changedAt] = [text, Date.now()];
    const stillMs = Date.now() - Math.max(changedAt, calm.since ?? 0);
    if (stillMs > (calm.since === undefined ? maxWaitMs : stuckAfterMs))
      throw new Error(`deliveries are stuck: ${last}`);
    await pause(pollMs);
  }
}

async function countAll(stored: StoredDeliveries, { id, webhooks }: WatchedProject) {
  const unreported = await stored.countUnreported(id);
  const events = (await stored.listEnrichedFiles(id)).length;
  return { unreported, events, done: await stored.countDeliveries([...webhooks.values()], 'done') };
}
