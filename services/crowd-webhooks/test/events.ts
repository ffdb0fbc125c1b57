import type { EventConnection } from '@assay/chassis/events/connection';
import { eventually } from '@assay/test-kit/eventually';
import { expect } from 'vitest';

/** Waits until a consumer of the service has handled all events of a stream. */
export async function awaitHandled({ jsm, namespace }: EventConnection, stream: string, message: string) {
  await eventually(async () => {
    const info = await jsm.consumers.info(namespace.stream(stream), `crowd-webhooks__on-${message}`);
    expect([info.num_pending, info.num_ack_pending]).toEqual([0, 0]);
  });
}
