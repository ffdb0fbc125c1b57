import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Delivery } from '../../domain/webhooks/delivery/delivery.ts';
import { keptSeconds } from '../kept-seconds.ts';

export const deliveryCollection = 'webhook_deliveries';

export const deliveryIndexes: readonly IndexSpec[] = [
  { key: { createdAt: 1 }, expireAfterSeconds: keptSeconds },
  { key: { organizationId: 1, webhookId: 1, isTest: 1, status: 1, createdAt: -1, _id: -1 } },
  { key: { organizationId: 1, webhookId: 1, isTest: 1, event: 1, status: 1, createdAt: -1, _id: -1 } },
  { key: { organizationId: 1, webhookId: 1, state: 1, dueAt: 1 } },
  { key: { organizationId: 1, webhookId: 1, eventId: 1 } },
  { key: { organizationId: 1, webhookId: 1, endedAt: -1 } },
  { key: { organizationId: 1, 'owner.id': 1 } },
  { key: { state: 1, organizationId: 1, origin: 1, dueAt: 1 } },
  { key: { status: 1, endedAt: 1 } },
];

export const deliveryStates = ['open', 'done'] as const;

type Nullable =
  'responseStatusCode' | 'responseBody' | 'errorMessage' | 'durationMs' | 'deliveredAt' | 'nextAttemptAt';

/**
 * A delivery in MongoDB. An `open` one is attempted when it is due. A process that attempts it writes its `claim` and moves `dueAt` to the
 * end of its lease, so that a delivery of a dead process becomes due again. A delivery that is ended during an attempt keeps both, so that
 * the attempt is known until it has ended.
 */
export interface DeliveryDocument extends Mapped<Delivery, Nullable> {
  readonly origin: string;
  readonly isTest: boolean;
  readonly state: (typeof deliveryStates)[number];
  readonly dueAt?: Date;
  readonly claim?: string;
  /** When it succeeded or was exhausted, unless it was sent once more by a person. */
  readonly endedAt?: Date;
}

export const mapper = createDocumentMapper<Delivery, DeliveryDocument>({
  nullable: [
    ...(['responseStatusCode', 'responseBody', 'errorMessage', 'durationMs'] as const),
    ...(['deliveredAt', 'nextAttemptAt'] as const),
  ],
  internal: ['origin', 'isTest', 'state', 'dueAt', 'claim', 'endedAt'],
});
