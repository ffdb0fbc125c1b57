import type { OutgoingCall } from '@assay/chassis/call-context';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import type { WebhookDelivery } from '@assay/proto/webhooks/v1/webhook_delivery';
import { eventually } from '@assay/test-kit/eventually';
import type { Path, Started } from './start.ts';

/** Waits until the attempts with this number of the latest deliveries of a webhook are recorded. */
export function awaitAttempt(
  { clock, listDeliveries }: Pick<Started, 'clock' | 'listDeliveries'>,
  { call, path, count }: { readonly call: OutgoingCall; readonly path: Path; readonly count: number },
  attempt: number,
): Promise<readonly WebhookDelivery[]> {
  return eventually(async () => {
    const deliveries = (await listDeliveries(call, path)).slice(0, count);
    const recorded = deliveries.filter((delivery) => isRecorded(delivery, attempt, clock.now()));
    if (recorded.length < count) throw new Error(`${recorded.length} of ${count} attempts are recorded`);
    return deliveries;
  });
}

function isRecorded(delivery: WebhookDelivery, attempt: number, now: Date): boolean {
  const { status, nextAttemptAt } = delivery;
  if (delivery.attempt !== attempt || status === DeliveryStatus.PENDING) return false;
  return status !== DeliveryStatus.FAILED || nextAttemptAt === undefined || nextAttemptAt > now;
}

/** Moves the clock to the last of the next attempts. */
export function advanceTo({ clock }: Pick<Started, 'clock'>, deliveries: readonly WebhookDelivery[]): void {
  const times = deliveries.map(({ nextAttemptAt }) => nextAttemptAt?.getTime() ?? 0);
  clock.advance(Math.max(...times) - clock.now().getTime() + 1);
}

/** Moves the clock through all eight attempts of the latest deliveries. */
export async function exhaust(
  running: Pick<Started, 'clock' | 'listDeliveries'>,
  input: { readonly call: OutgoingCall; readonly path: Path; readonly count: number },
): Promise<void> {
  for (let attempt = 1; attempt < 8; attempt += 1)
    advanceTo(running, await awaitAttempt(running, input, attempt));
  await awaitAttempt(running, input, 8);
}
