import type { CallContext } from '@assay/chassis/call-context';
import { createLogger } from '@assay/chassis/logger';
import { createSealer, readSealingSecrets } from '@assay/chassis/tokens/sealer';
import { callBy } from '@assay/test-kit/test-platform';
import { createIdleDispatcher } from '../src/domain/webhooks/delivery/dispatcher.ts';
import type { AddressBook } from '../src/domain/webhooks/delivery/sender.ts';
import type { Job } from '../src/domain/crowd/job/job.ts';
import { createJobStore } from '../src/store/crowd/job-store.ts';
import { createDeliveryLog } from '../src/store/delivery/delivery-log.ts';
import { createDeliveryQueue } from '../src/store/delivery/delivery-queue.ts';
import { createEventStore } from '../src/store/event-store.ts';
import { createWebhookStore } from '../src/store/webhook-store.ts';
import type { Started } from './start.ts';

const acceptAll: AddressBook = { check: (url) => Promise.resolve({ url }) };

/** Creates the parts of another process, which sends nothing. */
export function createParts({ db, clock, config }: Pick<Started, 'db' | 'clock' | 'config'>) {
  const deliveryQueue = createDeliveryQueue(db);
  return {
    clock,
    deliveryQueue,
    logger: createLogger({ name: 'test', level: 'silent' }),
    dispatcher: createIdleDispatcher(deliveryQueue),
    webhooks: createWebhookStore(db, { notify: () => undefined }),
    events: createEventStore(db),
    deliveryLog: createDeliveryLog(db),
    sealer: createSealer(readSealingSecrets(config), 'webhook secret'),
    addresses: acceptAll,
    jobs: {
      ...createJobStore(db, { notify: () => undefined }),
      // The engine of webhooks only checks that the job is there.
      findOwn: (organizationId: string, id: string) =>
        Promise.resolve({ id, organizationId, projectId: '' } as Job),
    },
    projects: { check: () => Promise.resolve() },
  };
}

/** Creates a call as the domain receives it, of another organization each time. */
export function receiveCall({ clock }: Pick<Started, 'clock'>): CallContext {
  const deadline = new Date(clock.now().getTime() + 3_600_000);
  return { ...callBy(), traceparent: undefined, deadline, signal: new AbortController().signal };
}
