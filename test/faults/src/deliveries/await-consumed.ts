import { connectNats } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { expect } from 'vitest';

/** Waits until crowd-webhooks has handled all events of all streams that it reads. */
export async function awaitConsumed({ servers, natsNamespace: namespace }: PlatformLayout): Promise<void> {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const events = await connectNats({ url: servers.nats.url, name: 'test', namespace, logger });
  try {
    await expect
      .poll(async () => {
        let unhandled = 0;
        for await (const { config } of events.jsm.streams.list())
          for await (const { name, num_pending, num_ack_pending } of events.jsm.consumers.list(config.name))
            if (name.startsWith('crowd-webhooks__')) unhandled += num_pending + num_ack_pending;
        return unhandled;
      })
      .toBe(0);
  } finally {
    await events.close();
  }
}
